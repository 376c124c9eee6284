import Directions

/// What was found of one medicine, by places, before it is read.
struct LabelDraft: Sendable {
    /// A piece of the directions: a word, or what stands of it behind "Sig:".
    struct Piece: Sendable, Hashable {
        let place: LabelReading.WordPlace
        let text: String
    }

    /// A number with its words: how much was dispensed, how many refills.
    struct Amount: Sendable, Hashable {
        let value: Double
        let unit: String?
        let words: [LabelReading.WordPlace]
    }

    /// The line it begins on.
    let line: Int
    var name: [LabelReading.WordPlace] = []
    /// The names of the list that the words are; several for a combination that the list has not as one.
    var known: [MedicineNames.Name] = []
    var unknownName: [LabelReading.WordPlace] = []
    var strength: [LabelReading.WordPlace] = []
    var read: LabelStrength?
    var form: (word: LabelReading.WordPlace, content: String)?
    var directions: [Piece] = []
    var quantity: Amount?
    var refills: Amount?
    var flags: [LabelReading.Flag] = []

    init(line: Int) { self.line = line }

    var isNamed: Bool { !name.isEmpty || !unknownName.isEmpty }

    mutating func flag(_ flag: LabelFlag, _ words: [LabelReading.WordPlace] = []) {
        if !flags.contains(where: { $0.code == flag.rawValue && $0.words == words }) {
            flags.append(LabelReading.Flag(flag.rawValue, words: words))
        }
    }
}
