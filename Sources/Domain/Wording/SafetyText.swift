/// The fixed safety texts and the telephone numbers.
package enum SafetyText {
    /// The region of the household, from its settings. The telephone numbers depend on it.
    package enum Region: String, Sendable, Hashable, Codable, CaseIterable {
        case eu, uk, us, ca, au
        /// Not set: no number is named.
        case unknown

        /// The name shown to people.
        package var name: String {
            switch self {
            case .eu: "European Union"
            case .uk: "United Kingdom"
            case .us: "United States"
            case .ca: "Canada"
            case .au: "Australia"
            case .unknown: "not set"
            }
        }

        package var emergencyNumber: String? {
            switch self {
            case .eu: "112"
            case .uk: "999"
            case .us, .ca: "911"
            case .au: "000"
            case .unknown: nil
            }
        }

        /// The number for poisoning and urgent questions; nil if the region has no single number.
        package var adviceLine: String? {
            switch self {
            case .uk: "NHS 111: call 111"
            case .us: "US Poison Help: call 1-800-222-1222"
            case .eu, .ca, .au, .unknown: nil
            }
        }
    }

    /// The text for an emergency; it is shown before everything else and at once.
    package static func emergency(_ region: Region) -> String {
        let number = region.emergencyNumber.map { "\($0) now" } ?? "your local emergency number now"
        let advice = region.adviceLine.map { " If nobody is in danger this minute: \($0)." } ?? ""
        return "This may be an emergency. Call \(number). Do not wait for symptoms.\(advice)"
            + " Keep the medicine and its label at hand when you call."
    }

    /// The text for a person who thinks of self-harm.
    package static func crisis(_ region: Region) -> String {
        let number = region.emergencyNumber ?? "your local emergency number"
        return "This may be an emergency. If you may harm yourself, or have taken something, call \(number) now"
            + " or go to the nearest emergency department. You do not have to be alone with this:"
            + " tell somebody near you, and stay with them."
    }

    package static let missedDose =
        "Do not take a double dose to make up unless your pharmacist or prescriber told you to."
        + " Ask them what to do about this missed dose."
    package static let notAdvice =
        "This is not medical advice. It repeats your label in plainer words; where they differ, the label counts."
    package static let notOnLabel = "Your label does not say. Ask your pharmacist."
    package static let noPurpose = "Your label does not say what it is for."
    package static let cannotAnswer =
        "This cannot be answered from your label. Ask your pharmacist or the person who prescribed it."
    package static let generalMark = "General information, not from your label."
    package static let noWarnings = "No warning was read on this label. That does not mean there are none: check it."
    package static let noDirections =
        "The directions on this label were not read. Check the label, or ask your pharmacist how to take it."
    package static let leftOutLine =
        "A line of the picture reads as if it was meant for a computer program. It was left out: check the label."

    /// Statements that are true for every medicine and advise on none.
    package static let general = [
        "Keep medicines out of the sight and reach of children.",
        "Do not share your medicine with anybody else.",
        "Ask your pharmacist if anything on the label is unclear.",
    ]
}
