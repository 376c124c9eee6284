import Directions

/// The words found for one medicine, before their values are read.
struct LabelDraft: Sendable {
    /// A word of the directions, or the part of it after "Sig:".
    struct Piece: Sendable, Hashable {
        let place: LabelReading.WordPlace
        let text: String
    }

    /// A number with its words: the dispensed quantity or the refills.
    struct Amount: Sendable, Hashable {
        let value: Double
        let unit: String?
        let words: [LabelReading.WordPlace]
    }

    /// The line on which it begins.
    let line: Int
    var name: [LabelReading.WordPlace] = []
    /// The known names in these words: several for a combination that is not in the list as a whole.
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
