import FoundationEssentials

/// What the example data consist of: the identifiers of everything that was made, so that nothing else is removed with
/// it. A choice of the household, written before each thing is made and after.
struct ExampleRecord: Codable, Hashable {
    struct Made: Codable, Hashable {
        var id: String
        /// For a medicine, the label from which it was read.
        var label: String?
        /// False while it is being made. A stop leaves it so, and the next start of ``ExampleHouse/add(beside:as:)``
        /// goes on with the same identifier.
        var isComplete = false
        /// The number of the last entry of its log that belongs to the example.
        var lastEntry = 0
        /// What it was like when it was complete; nil for an example of an earlier release.
        var look: String?
    }

    var plants: [String: Made] = [:]
    var products: [String: Made] = [:]
    var medicines: [String: Made] = [:]

    var isEmpty: Bool { plants.isEmpty && products.isEmpty && medicines.isEmpty }

    private static let choice = "examples"
    /// The identifiers of the three plants that an earlier release added, separated by spaces.
    private static let earlierChoice = "collection.examples"

    init() {}

    /// Reads the record. A choice that cannot be read counts as an empty one.
    init(_ choices: [String: String]) {
        if let text = choices[Self.choice],
            let record = try? JSONDecoder().decode(Self.self, from: Data(text.utf8))
        {
            self = record
        }
        for id in choices[Self.earlierChoice]?.split(separator: " ") ?? [] {
            plants["earlier \(id)"] = Made(id: String(id), isComplete: true)
        }
    }

    func choices() throws -> [String: String?] {
        guard !isEmpty else { return [Self.choice: nil, Self.earlierChoice: nil] }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return [
            Self.choice: String(decoding: try encoder.encode(self), as: UTF8.self), Self.earlierChoice: nil,
        ]
    }
}
