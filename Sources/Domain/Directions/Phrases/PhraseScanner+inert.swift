/// Advice that consists only of words that cannot change a dose: "carry your steroid card with you", "use sharps bin".
extension PhraseScanner {
    /// Reads a sequence of such words, up to the next symbol, number or word of an instruction. At least one of them
    /// must be a word of advice; joining words alone do not suffice.
    mutating func inert() -> Bool {
        var next = place
        var last = place
        while let token = token(next), token.isWord, next - place < 24 {
            // "Prednisolone is a steroid": a statement about the medicine.
            let isSaid =
                ["is", "may", "can", "will", "contains"].contains(text(next + 1))
                && MedicineWords.isKnown(token.text)
                && next == place && hasDose
            let isInert = InertWords.words.contains(token.text) || isSaid
            guard isInert || InertWords.joining.contains(token.text) else { break }
            if !isInert, endsInert(at: next) { break }
            if isInert, NumberPhrase.read(at: next, of: tokens) != nil { break }
            next += 1
            if isInert { last = next }
        }
        guard last > place else { return false }
        // "card with you.": joining words belong to the advice up to the end of the sentence.
        if token(next).map({ [".", ";", ")"].contains($0.text) }) ?? true { last = next }
        add(.harmless, to: last)
        return true
    }

    /// Returns true if a phrase of an instruction begins: "with food", "in the morning".
    private func endsInert(at place: Int) -> Bool {
        if NumberPhrase.read(at: place, of: tokens) != nil { return true }
        guard let (meaning, length) = lexicon.phrase(at: place, of: tokens), length > 1 else { return false }
        switch meaning {
        case .harmless, .form, .remark, .verb: return false
        default: return true
        }
    }
}

enum InertWords {
    /// Words of advice and of things around a medicine. This list must never contain a number, a time, a condition,
    /// "not", a word that ends, changes, repeats or doubles a dose, or the name of a medicine.
    static let words: Set<String> = set(
        """
        sunscreen sunlight sunlamps sun sunbathing tanning clothing clothes fabric bedding towel towels hat flame flames fire
        flammable smoke smoking heater heaters dressing dressings bandage gauze cotton sharps bin card steroid alert
        anticoagulant bracelet leaflet booklet helpline website information dentist surgeon optician midwife clinic
        pharmacy gp reviewing ward hospital supplied surgery
        yogurt yoghurt juice milk custard jam applesauce pudding honey porridge cereal squash drink drinks beverage
        alcohol beer wine grapefruit dairy antacids antacid indigestion remedies supplements effect effects sleepy sleepiness
        drowsy drowsiness dizzy dizziness driving drive machinery machines tools vehicle vehicles intensify
        urine stools stool tongue teeth black orange red brown pink yellow blue stain stains discolour discolor colour
        color harmless slippery bath bathing shower showering soap substitute rinse wipe wipes pat patting dab moisten damp wet
        contacts lenses lens contact tip nozzle cap lid pump prime primed priming device chamber spacer mask mouthpiece
        gently softly carefully firmly thoroughly deeply deep breath breaths sniff blow nose bend lean lying lie lay
        sitting sit standing upright rise side tilt head  wax soften unwrap wrapper foil peel backing packaging
        wrapping pouch split splitting score scored line crush crushed crushing chew chewed chewing open
        opened opening dispersed disperse stir stirred swirl fridge refrigerator refrigerate freeze freezer cupboard cool dry
        dark store stored storage children childrens pets reach sight safe safely bottle container original
        medication medicine mixed tap plain picc line central catheter smoothie formula retain shaving shave wash washed washing sterile
        flavour flavor taste free bitter metallic strawberry
        heat direct hot cold warm water pads electric blanket saunas painkiller antibiotic antibiotics antihistamine
        diuretic tummy upset sick  sweat sweats caregiver nurse doctor pharmacist advised
        generic brand substitution permitted approved authorised authorized insurance copay coupon
        carry continue continued continuing maintenance indication office visit
        swallowing whole discomfort stinging burning sting tingling blurred vision bright sunglasses
        rotate rotating septum aim away
        """
    )

    /// Joining words, allowed between words of advice.
    static let joining: Set<String> = set(
        """
        the your a an of to on in with and or for this these it its be is are you from at as away may might can will that by
        into onto any all them out up off over under them so such their use keep make makes turn turns cause causes
        let have has been being also well both other different same own very tell need needs ok okay
        """
    )

    private static func set(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
