import Foundation
import HTTPTransport

/// The main traits of a species; every value may be missing.
public struct Specifications: Codable, Sendable, Hashable {
    /// The type of woody growth.
    public let ligneousType: LigneousType?
    /// The growth form, as free text: `Single Stem`, `Erect` …
    public let growthForm: String?
    /// The growth habit as sent: a list in one text, `Tree, Shrub`. See ``growthHabits``.
    public let growthHabit: String?
    /// The growth rate.
    public let growthRate: GrowthRate?
    /// The average height.
    public let averageHeight: Length?
    /// The maximum height.
    public let maximumHeight: Length?
    /// Whether it fixes nitrogen, as free text; the text `None` is a value and means no.
    public let nitrogenFixation: String?
    /// The shape, as free text: `Erect` …
    public let shapeAndOrientation: String?
    /// The toxicity; nil if unknown.
    public let toxicity: Toxicity?

    /// The elements of ``growthHabit``: `Tree` and `Shrub`.
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
