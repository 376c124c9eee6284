package import Wording

extension SafetyText {
    /// Returns the text that refers a person to a professional. It ends with the emergency number, in case an emergency
    /// was not recognised.
    package static func referral(_ reason: QuestionTriage.Reason, region: Region) -> String {
        let number = region.numberWords ?? "your local emergency number"
        let otherwise = "If somebody took too much or the wrong thing, or feels very unwell, call \(number) now."
        return "\(referral(reason)) \(otherwise)"
    }

    private static func referral(_ reason: QuestionTriage.Reason) -> String {
        let ask = "Ask your pharmacist or the person who prescribed it."
        return switch reason {
        case .missedDose: missedDose
        case .pregnancy:
            "Whether a medicine may be taken in pregnancy, or before one, is not for this page to say. \(ask)"
        case .breastfeeding: "Whether a medicine may be taken while breastfeeding is not for this page to say. \(ask)"
        case .child: "A dose for a child is never worked out here. Ask your pharmacist or doctor before giving any."
        case .mixing: "Whether medicines, foods or supplements go together is not for this page to say. \(ask)"
        case .alcohol: "Whether alcohol is all right with a medicine is not for this page to say. \(ask)"
        case .changeDose: "A dose is never changed or worked out here. \(ask) Until then the label counts."
        case .stopping: "Whether to stop, pause or start a medicine is not for this page to say. \(ask)"
        case .safety: "Whether a medicine is safe or right for somebody is not for this page to say. \(ask)"
        case .allergy: "Allergies need somebody who knows you. \(ask)"
        case .diagnosis: "What you have, or what would treat it, is not for this page to say. Ask your doctor."
        case .symptom: "Tell your pharmacist or doctor how you feel, today."
        case .unclear: "This page answers only what stands on the label. Ask your pharmacist or doctor."
        }
    }
}
