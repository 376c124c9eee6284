import Household

extension MemoryRecords {
    /// All rows of all households as one text, the same for the same rows. A test compares it with an earlier one.
    package var contents: String { everything.map(Self.text).joined(separator: "\n") }

    /// Entries of dictionaries and sets are sorted: their own order is different in every process.
    private static func text(_ value: Any) -> String {
        if let bytes = value as? [UInt8] { return "\(bytes.count) bytes, \(bytes.hashValue)" }
        let mirror = Mirror(reflecting: value)
        if mirror.children.isEmpty { return "\(value)" }
        let parts = mirror.children.map { ($0.label ?? "") + ":" + text($0.value) }
        switch mirror.displayStyle {
        case .dictionary, .set: return "[" + parts.sorted().joined(separator: ",") + "]"
        default: return "(" + parts.joined(separator: ",") + ")"
        }
    }
}
