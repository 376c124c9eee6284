import Foundation
import Larder
import Messages

/// Nutri-Score, NOVA and Green-Score as scales with texts; pure.
struct FoodScores {
    let product: Product

    init(_ product: Product) { self.product = product }

    /// The colour of a step. The letter contains the same information.
    enum Tone: String {
        case good, middling, poor
    }

    private struct Step {
        let key: String
        let word: String
        let tone: Tone
    }

    var context: [Scale] {
        [
            scale("Nutri-Score", Self.nutri, product.nutriScore),
            scale(
                "NOVA", Self.nova,
                product.novaGroup.map { .grade(String($0), points: nil) }),
            scale(
                "Green-Score", Self.green, product.greenScore),
        ]
    }

    private static let nutri = [
        Step(key: "a", word: "A", tone: .good), Step(key: "b", word: "B", tone: .good),
        Step(key: "c", word: "C", tone: .middling), Step(key: "d", word: "D", tone: .poor),
        Step(key: "e", word: "E", tone: .poor),
    ]
    private static let green =
        [Step(key: "a-plus", word: "A+", tone: .good)] + nutri + [Step(key: "f", word: "F", tone: .poor)]
    private static let nova = [
        Step(key: "1", word: "1", tone: .good), Step(key: "2", word: "2", tone: .good),
        Step(key: "3", word: "3", tone: .middling), Step(key: "4", word: "4", tone: .poor),
    ]

    private func scale(_ name: String, _ steps: [Step], _ score: Product.Score?) -> Scale {
        var context = Scale(name: name)
        switch score {
        case .grade(let key, let points):
            // An unknown grade is shown as text.
            let step = steps.first { $0.key == key }
            context.value = step?.word ?? Wording.short(key, 12)
            context.more = Self.more(name, key, points)
            if step != nil {
                context.cells = steps.map {
                    Cell(word: $0.word, tone: $0.key == key ? "on \($0.tone.rawValue)" : "")
                }
            }
        case .notApplicable:
            context.value = localized("Not applicable")
            context.more = localized("Products of this kind have no score.")
            context.isNone = true
        case .unknown, nil:
            context.value = localized("Not known")
            context.more = localized("There is not enough information to calculate it.")
            context.isUnknown = true
        }
        return context
    }

    private static func more(_ name: String, _ key: String, _ points: Int?) -> String? {
        guard name == "NOVA" else {
            return points.map { localized($0, one: "1 point", other: "\($0, "count") points") }
        }
        return switch key {
        case "1": localized("Not processed, or only a little")
        case "2": localized("Ingredient for cooking")
        case "3": localized("Processed")
        case "4": localized("Ultra-processed")
        default: nil
        }
    }
}

extension FoodScores {
    struct Scale: TemplateFields {
        let name: String
        var value = ""
        var more: String?
        var cells: [Cell] = []
        var isNone = false
        var isUnknown = false
    }

    struct Cell: TemplateFields {
        let word: String
        let tone: String
    }
}
