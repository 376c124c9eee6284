@testable import Connectivity

/// Netlink messages built by hand, with the numbers from the kernel's documentation (rtnetlink(7)).
enum Datagram {
    static let newLink: UInt16 = 16
    static let newRoute: UInt16 = 24
    static let error: UInt16 = 2
    static let done: UInt16 = 3
    static let multipart: UInt16 = 2
    static let interrupted: UInt16 = 0x10

    /// Flags: up, running, with carrier.
    static let carrying: UInt32 = 0x1 | 0x40 | 0x10000

    static func bytes(_ value: some BitwiseCopyable) -> [UInt8] {
        withUnsafeBytes(of: value) { Array($0) }
    }

    static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }

    static func message(
        _ type: UInt16, flags: UInt16 = multipart, sequence: UInt32 = 7, length: UInt32? = nil, _ body: [UInt8]
    ) -> [UInt8] {
        bytes(length ?? UInt32(16 + body.count)) + bytes(type) + bytes(flags) + bytes(sequence) + bytes(UInt32(0))
            + padded(body)
    }

    static func attribute(_ type: UInt16, length: UInt16? = nil, _ value: [UInt8]) -> [UInt8] {
        bytes(length ?? UInt16(4 + value.count)) + bytes(type) + padded(value)
    }

    static func name(_ text: String) -> [UInt8] { attribute(3, Array(text.utf8) + [0]) }

    static func link(
        _ index: Int32, _ name: String, flags: UInt32 = carrying, hardware: UInt16 = 1, family: UInt8 = 0,
        also attributes: [UInt8] = []
    ) -> [UInt8] {
        let head: [UInt8] = [family, 0] + bytes(hardware) + bytes(index) + bytes(flags) + bytes(UInt32(0))
        return message(newLink, head + attributes + self.name(name))
    }

    static func route(
        family: UInt8 = 2, prefix: UInt8 = 0, service: UInt8 = 0, table: UInt8 = 254, kind: UInt8 = 1,
        flags: UInt32 = 0, _ attributes: [UInt8]
    ) -> [UInt8] {
        message(newRoute, [family, prefix, 0, service, table, 3, 0, kind] + bytes(flags) + attributes)
    }

    static func via(_ index: Int32, metric: UInt32? = nil) -> [UInt8] {
        attribute(4, bytes(index)) + (metric.map { attribute(6, bytes($0)) } ?? [])
    }

    static func hop(_ index: Int32, flags: UInt8 = 0, length: UInt16? = nil, also attributes: [UInt8] = []) -> [UInt8] {
        bytes(length ?? UInt16(8 + attributes.count)) + [flags, 0] + bytes(index) + attributes
    }

    static func end(_ status: Int32 = 0) -> [UInt8] { message(done, bytes(status)) }

    static func parse(_ datagram: [UInt8]) throws(ConnectivityError) -> NetlinkReply {
        try NetlinkReply(parsing: datagram[...], sequence: 7)
    }
}
