internal import CLinux

/// The bytes of a netlink message, with bounds checks. Each element in them begins with its own length and is padded to
/// four bytes.
struct NetlinkBytes {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    var isEmpty: Bool { bytes.isEmpty }

    /// Reads a C structure or a number at the beginning.
    func value<Value: BitwiseCopyable>(_ type: Value.Type, _ what: String) throws(ConnectivityError) -> Value {
        guard bytes.count >= MemoryLayout<Value>.size else { throw Self.unreadable(what) }
        return bytes.withUnsafeBytes { $0.loadUnaligned(as: Value.self) }
    }

    func dropping(_ count: Int) -> Self {
        Self(bytes.dropFirst(count))
    }

    /// Removes `length` bytes and their padding from the beginning; the last element may lack the padding.
    mutating func take(
        _ length: Int, atLeast least: Int = MemoryLayout<nlmsghdr>.size, _ what: String
    ) throws(ConnectivityError) -> Self {
        guard length >= least, length <= bytes.count else { throw Self.unreadable(what) }
        let taken = bytes.prefix(length)
        bytes = bytes.dropFirst((length + 3) & ~3)
        return Self(taken)
    }

    func forEachAttribute(
        _ body: (_ type: Int, _ value: Self) throws(ConnectivityError) -> Void
    ) throws(ConnectivityError) {
        var rest = self
        while !rest.isEmpty {
            let header = try rest.value(rtattr.self, "attribute")
            let size = MemoryLayout<rtattr>.size
            let attribute = try rest.take(Int(header.rta_len), atLeast: size, "attribute")
            // The two upper bits describe the encoding, not the type.
            try body(Int(header.rta_type) & 0x3FFF, attribute.dropping(size))
        }
    }

    /// A C string.
    var text: String {
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    private static func unreadable(_ what: String) -> ConnectivityError {
        ConnectivityError(
            .unreadable, during: "netlink \(what)", "The system's answer about the network cannot be read.")
    }
}
