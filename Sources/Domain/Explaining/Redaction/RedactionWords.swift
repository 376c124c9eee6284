/// The word lists of redaction.
enum RedactionWords {
    /// Returns true for words of labels and directions and for numbers of up to four digits: they identify no person.
    static func isHarmless(_ text: String) -> Bool {
        let words = UntrustedText.words(text)
        return words.allSatisfy { word in
            if let value = Int(word) { return value < 1900 || (value > 2099 && word.count <= 4) }
            if harmless.contains(word) || AnswerCheckQuantity.wholes[word] != nil
                || AnswerCheckQuantity.numbers[word] != nil
            {
                return true
            }
            let letters = word.drop { $0.isNumber }
            return letters.count > 0 && AnswerCheckQuantity.units[String(letters)] != nil
        }
    }

    static let titles: Set = ["dr", "mr", "mrs", "ms", "miss", "mx", "prof", "sr", "sra", "herr", "frau", "mme"]
    static let degrees: Set = ["md", "np", "pac", "mbbs", "mbchb", "rph", "pharmd", "dds", "dmd", "dnp", "frcp", "gp"]
    static let streets: Set = [
        "street", "st", "avenue", "ave", "av", "road", "rd", "lane", "ln", "way", "boulevard", "blvd", "drive", "dr",
        "court", "ct", "place", "pl", "plaza", "parade", "square", "sq", "terrace", "crescent", "close", "highway",
        "hwy",
        "row", "gardens", "grove", "hill", "strasse", "str", "rue",
    ]

    static let keywords: [String: RedactionMark] = [
        "patient": .name, "name": .name, "pt": .name, "prescriber": .name, "prescribed": .name, "physician": .name,
        "provider": .name, "pharmacy": .name, "doctor": .name, "gp": .name, "dob": .date, "birth": .date, "born": .date,
        "address": .address, "addr": .address, "tel": .phone, "phone": .phone, "telephone": .phone, "fax": .phone,
        "mobile": .phone, "cell": .phone, "rx": .number, "nhs": .number, "mrn": .number, "npi": .number, "dea": .number,
        "ssn": .number, "id": .number, "member": .number, "policy": .number, "insurance": .number,
        "prescription": .number,
        "script": .number, "account": .number, "email": .email,
    ]

    private static let harmless: Set<String> = {
        let words = """
            a about after again ago all already also always an and any apart apply are as ask at avoid back be \
            because bed before between bowel breath but by can cause chew chewed container cool crush date day \
            days dark directed disp dispense discard dissolve do does dont drink drive dry during each ear ears \
            either every except eye eyes feel feels finished first fluid food for form free from fridge full \
            gently give glass go half hand hands has have head help hours how i if immediately in inhale inhaler \
            inject injection instructions into is it its just keep label last least left let lid light liquid \
            long machinery machines many maximum may me meals medicine medicines medication might milk mix more \
            most mouth much must my need needed needs new next no nose nostril not nothing now of off oil \
            ointment ok on once one only onto open or oral orally other out over own pain part per pharmacist \
            pharmacy place please prescribed prescription prn protect pull put qty quantity reach read refill \
            refills refrigerate remain remainder remaining repeat required rinse room rub same say says shake \
            should sight sip skin sleep sleepy small solution some soon spread start stay stomach stop store \
            sublingual sun sunlight suspension swallow syrup take taken taking tell temperature than that the \
            their them then there these they thing this through throat tired to today together tomorrow tongue \
            topical treatment under unless until up upright use used using usual vagina very wait warm was wash \
            water we well were what when where which while who whole why will with within without would x you \
            your children child adult adults alcohol doctor drowsiness dizziness cream gel lotion drops tablet \
            capsule strength dosage dose rx sig po bid tid qid qd qhs q mitte disp non none nil zero right both \
            affected area areas nerve blood pressure heart sugar infection cough fever itching allergy allergies \
            anxiety nausea vomiting cholesterol diabetes thyroid asthma am im ive pregnant pregnancy doctor \
            doctors nurse feeling sick ill hungry worried confused unsure sure ready old years
            """
        return Set(words.split(whereSeparator: \.isWhitespace).map(String.init))
    }()
}
