import Foundation
import HTTPTransport

/// The main traits of a species; every value may be missing.
public struct Specifications: Codable, Sendable, Hashable {
    /// In which way it is woody.
    public let ligneousType: LigneousType?
    /// The form it grows in, in words: `Single Stem`, `Erect` …
    public let growthForm: String?
    /// Its general look, as sent: a list in one text, `Tree, Shrub`. See ``growthHabits``.
    public let growthHabit: String?
    /// How fast it grows.
    public let growthRate: GrowthRate?
    /// How high it grows on average.
    public let averageHeight: Length?
    /// How high it grows at most.
    public let maximumHeight: Length?
    /// Whether it binds nitrogen, in words: the text `None` is a value and means no.
    public let nitrogenFixation: String?
    /// Its outline, in words: `Erect` …
    public let shapeAndOrientation: String?
    /// How poisonous it is; nil if nothing is known.
    public let toxicity: Toxicity?

    /// ``growthHabit`` taken apart: `Tree` and `Shrub`.
    public var growthHabits: [String] {
        (growthHabit ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            .filter { !$0.isEmpty }
    }

    private enum CodingKeys: String, CodingKey {
        case toxicity
        case ligneousType = "ligneous_type"
        case growthForm = "growth_form"
        case growthHabit = "growth_habit"
        case growthRate = "growth_rate"
        case averageHeight = "average_height"
        case maximumHeight = "maximum_height"
        case nitrogenFixation = "nitrogen_fixation"
        case shapeAndOrientation = "shape_and_orientation"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        ligneousType = container.word(.ligneousType)
        growthForm = container.text(.growthForm)
        growthHabit = container.text(.growthHabit)
        growthRate = container.word(.growthRate)
        averageHeight = container.value(.averageHeight)
        maximumHeight = container.value(.maximumHeight)
        nitrogenFixation = container.text(.nitrogenFixation)
        shapeAndOrientation = container.text(.shapeAndOrientation)
        toxicity = container.word(.toxicity)
    }
}
