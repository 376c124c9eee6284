import Messages

/// A flag about the label as a whole; `FlagDefinition` lists the flags about its directions.
public enum LabelFlag: String, Sendable, Hashable, CaseIterable {
    case labelInGerman = "label-in-german"
    case labelInFrench = "label-in-french"
    case labelNotEnglish = "label-not-english"
    case notAgreed = "not-agreed"
    case lowConfidence = "low-confidence"
    case handwriting
    case suspiciousText = "suspicious-text"
    case directionsDiffer = "directions-differ"
    case directionsElsewhere = "directions-elsewhere"
    case directionsMissing = "directions-missing"
    case directionsUnfinished = "directions-unfinished"
    case unreadLine = "unread-line"
    case strengthDiffers = "strength-differs"
    case strengthNotListed = "strength-not-listed"
    case strengthTenfold = "strength-tenfold"
    case strengthUnclear = "strength-unclear"
    case strengthMissing = "strength-missing"
    case trailingZero = "trailing-zero"
    case nakedDecimal = "naked-decimal"
    case nameUnknown = "name-unknown"
    case nameMissing = "name-missing"
    case quantityDiffers = "quantity-differs"
    case refillsDiffer = "refills-differ"
    case arithmetic
    case notToTake = "not-to-take"
    case tooLong = "too-long"

    /// The sentence shown to a person, in the language of the current task.
    public var sentence: String {
        switch self {
        case .labelInGerman:
            localized(
                """
                This label is in German. Stillroom reads English labels only: nothing of it is used. Ask your \
                pharmacist how to take the medicine.
                """)
        case .labelInFrench:
            localized(
                """
                This label is in French. Stillroom reads English labels only: nothing of it is used. Ask your \
                pharmacist how to take the medicine.
                """)
        case .labelNotEnglish:
            localized(
                """
                This label is not in English. Stillroom reads English labels only: nothing of it is used. Ask your \
                pharmacist how to take the medicine.
                """)
        case .notAgreed: localized("Two readings of the photograph do not agree here. Compare with the label.")
        case .lowConfidence: localized("This was hard to read. Compare with the label.")
        case .handwriting: localized("This looks handwritten. Nothing of it counts as read.")
        case .suspiciousText:
            localized("The photograph holds text that is written to a machine. It is not read as directions.")
        case .directionsDiffer:
            localized("The label gives two different directions for this medicine. Ask your pharmacist.")
        case .directionsElsewhere:
            localized("Something like directions stands where none belong. It is not read as directions.")
        case .directionsMissing: localized("No directions were found for this medicine.")
        case .directionsUnfinished: localized("The directions seem to go on, and the rest was not found.")
        case .unreadLine: localized("A line beside the directions could not be read. Compare with the label.")
        case .strengthDiffers:
            localized("The label gives two different strengths for this medicine. Ask your pharmacist.")
        case .strengthNotListed:
            localized("Our list, which is old and not complete, does not have this medicine in this strength.")
        case .strengthTenfold:
            localized(
                """
                This strength is about 10, 100 or 1,000 times more or less than this medicine is sold in: a point, a \
                zero or the unit may be wrong. Compare with the label, and ask your pharmacist.
                """)
        case .strengthUnclear: localized("The strength could not be read whole. Compare with the label.")
        case .strengthMissing: localized("No strength was found for this medicine.")
        case .trailingZero: localized("A zero behind the point can be misread: 1.0 as 10.")
        case .nakedDecimal: localized("A point without a zero before it can be missed: .5 as 5.")
        case .nameUnknown: localized("This name is in no list of ours. Compare with the label, letter by letter.")
        case .nameMissing: localized("No name of a medicine was found for these directions.")
        case .quantityDiffers: localized("The label gives two different quantities.")
        case .refillsDiffer: localized("The label gives two different numbers of refills.")
        case .arithmetic: localized("The directions and the quantity on the label do not come to the same number.")
        case .notToTake: localized("The label names a medicine that is not to be taken, or only beside another.")
        case .tooLong: localized("There is more text than a label holds. The rest was not read.")
        }
    }

    /// True if a person must check the directions because of this flag.
    public var asksForReview: Bool {
        switch self {
        case .strengthNotListed, .directionsMissing, .notToTake, .quantityDiffers, .refillsDiffer, .arithmetic,
            .strengthMissing, .strengthUnclear, .nameUnknown, .trailingZero, .nakedDecimal, .tooLong:
            false
        default: true
        }
    }
}
