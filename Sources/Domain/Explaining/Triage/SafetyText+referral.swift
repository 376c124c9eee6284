import Messages
package import Wording

extension SafetyText {
    /// Returns the text that refers a person to a professional, in the language of the current task. It ends with the
    /// emergency number, in case an emergency was not recognised.
    package static func referral(_ reason: QuestionTriage.Reason, region: Region) -> String {
        let otherwise =
            if let number = region.numberWords {
                localized(
                    """
                    If somebody took too much or the wrong thing, or feels very unwell, call \(number, "number") now.
                    """)
            } else {
                localized(
                    """
                    If somebody took too much or the wrong thing, or feels very unwell, call your local emergency \
                    number now.
                    """)
            }
        return "\(referral(reason)) \(otherwise)"
    }

    private static func referral(_ reason: QuestionTriage.Reason) -> String {
        let ask = localized("Ask your pharmacist or the person who prescribed it.")
        return switch reason {
        case .missedDose: missedDose
        case .pregnancy:
            localized("Whether a medicine may be taken in pregnancy, or before one, is not for this page to say.")
                + " \(ask)"
        case .breastfeeding:
            localized("Whether a medicine may be taken while breastfeeding is not for this page to say.") + " \(ask)"
        case .child:
            localized(
                "A dose for a child is never worked out here. Ask your pharmacist or doctor before giving any.")
        case .mixing:
            localized("Whether medicines, foods or supplements go together is not for this page to say.") + " \(ask)"
        case .alcohol:
            localized("Whether alcohol is all right with a medicine is not for this page to say.") + " \(ask)"
        case .changeDose:
            localized("A dose is never changed or worked out here.") + " \(ask) "
                + localized("Until then the label counts.")
        case .stopping:
            localized("Whether to stop, pause or start a medicine is not for this page to say.") + " \(ask)"
        case .safety:
            localized("Whether a medicine is safe or right for somebody is not for this page to say.") + " \(ask)"
        case .allergy: localized("Allergies need somebody who knows you.") + " \(ask)"
        case .diagnosis:
            localized("What you have, or what would treat it, is not for this page to say. Ask your doctor.")
        case .symptom: localized("Tell your pharmacist or doctor how you feel, today.")
        case .otherLanguage:
            localized("Stillroom answers questions about the label only in English.") + " \(ask)"
        case .unclear: localized("This page answers only what stands on the label. Ask your pharmacist or doctor.")
        }
    }
}
