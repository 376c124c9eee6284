import Messages

/// Notations that are known to cause errors. They are accepted and flagged.
enum RiskyNotation {
    /// Abbreviated names that stand for more than one medicine.
    static let drugNames = [
        "HCT", "HCTZ", "MTX", "AZT", "PTU", "CPZ", "T3", "TAC", "ARA", "DPT", "HCL", "ZnSO4", "DTO", "TNK", "TPA",
        "APAP", "5FU", "NTG", "INH",
    ]

    static let drugs = Set(drugNames)

    /// Returns the medicines that the short name can stand for, in the language of the current task.
    static func meaning(of abbreviation: String) -> String {
        switch abbreviation {
        case "HCT": localized("hydrocortisone or hydrochlorothiazide", context: "meaning of a short name")
        case "HCTZ": localized("hydrochlorothiazide or hydrocortisone", context: "meaning of a short name")
        case "MTX": localized("methotrexate or mitoxantrone", context: "meaning of a short name")
        case "AZT": localized("zidovudine, azathioprine or aztreonam", context: "meaning of a short name")
        case "PTU": localized("propylthiouracil or mercaptopurine", context: "meaning of a short name")
        case "CPZ": localized("prochlorperazine or chlorpromazine", context: "meaning of a short name")
        case "T3": localized("liothyronine or a tablet of paracetamol with codeine", context: "meaning of a short name")
        case "TAC": localized("triamcinolone, or three medicines", context: "meaning of a short name")
        case "ARA": localized("vidarabine or cytarabine", context: "meaning of a short name")
        case "DPT": localized("an injection of three medicines or a vaccine", context: "meaning of a short name")
        case "HCL": localized("hydrochloric acid or potassium chloride", context: "meaning of a short name")
        case "ZnSO4": localized("zinc sulfate or morphine sulfate", context: "meaning of a short name")
        case "DTO": localized("diluted or deodorised tincture of opium", context: "meaning of a short name")
        case "TNK": localized("tenecteplase or alteplase", context: "meaning of a short name")
        case "TPA": localized("alteplase or tenecteplase", context: "meaning of a short name")
        case "APAP": localized("paracetamol (acetaminophen)", context: "meaning of a short name")
        case "5FU": localized("fluorouracil", context: "meaning of a short name")
        case "NTG": localized("glyceryl trinitrate or something dripped", context: "meaning of a short name")
        case "INH": localized("isoniazid, or an inhalation", context: "meaning of a short name")
        default: abbreviation
        }
    }

    /// So common that they do not change the status of the reading.
    static let usual: Set = ["HCL", "APAP"]

    static func flags(in tokens: [Token]) -> [DirectionsReading.Flag] {
        var flags: [DirectionsReading.Flag] = []
        for index in tokens.indices {
            flags += word(at: index, of: tokens)
            flags += number(at: index, of: tokens)
        }
        return flags
    }

    // MARK: Words

    private static let byText: [String: String] = [
        "qd": "QD", "qod": "QOD", "ug": "ug", "ugs": "ug", "cc": "cc", "hs": "HS", "qhs": "qhs", "qn": "qn", "sc": "SC",
        "sq": "SQ", "subq": "subq", "tiw": "TIW", "biw": "BIW", "bt": "BT", "ij": "IJ", "oj": "OJ", "ss": "ss",
        "ssi": "SSI", "ssri": "SSI", "au": "AU", "ou": "OU", "od": "OD", "ud": "UD", "iu": "IU", "ius": "IU",
        "@": "@", "&": "&", "+": "+", ">": ">", "<": ">", "°": "degree", "q1d": "q1d",
    ]

    private static func word(at index: Int, of tokens: [Token]) -> [DirectionsReading.Flag] {
        let token = tokens[index]
        let next = index + 1 < tokens.count ? tokens[index + 1] : nil
        if let code = byText[token.text] {
            if code == "cc", index == 0 || !tokens[index - 1].isNumber { return [] }
            return [.init("abbr:\(code)", at: token.span)]
        }
        switch (token.raw, token.text) {
        case ("MS", _), ("MSO", _), ("MgSO", _), ("AD", _), ("AS", _), ("OS", _), ("IN", _):
            return upperCase(token, next)
        case (_, "u") where index > 0 && tokens[index - 1].isNumber: return [.init("abbr:U", at: token.span)]
        case (_, "sub") where next?.text == "q": return [.init("abbr:subq", at: token.span)]
        case (_, "per") where next?.text == "os": return [.init("abbr:per-os", at: token.span)]
        case (_, "d") where next?.text == "/" && index + 2 < tokens.count && tokens[index + 2].text == "c":
            return [.init("abbr:D/C", at: token.span)]
        case (_, "q"): return interval(at: index, of: tokens)
        default: break
        }
        if token.raw == "INH", next?.isNumber != true { return short(token, next) }
        if drugs.contains(token.raw) {
            return [.init("drug-abbr:\(token.raw)", at: token.span)]
        }
        return short(token, next)
    }

    /// Flags a name of letters with a number directly after them: "T3", "MSO4", "ZnSO4".
    private static func short(_ token: Token, _ next: Token?) -> [DirectionsReading.Flag] {
        guard let next, next.isNumber, next.isGlued else { return [] }
        let both = token.raw + next.raw
        if drugs.contains(both) { return [.init("drug-abbr:\(both)", at: TextSpan(token.span.start, next.span.end))] }
        guard token.isWord, token.text.count >= 5, DoseUnit.named(token.text) == nil,
            !Lexicon.all.words.contains(Substring(token.text))
        else { return [] }
        return [.init("no-space", at: TextSpan(token.span.start, next.span.end))]
    }

    private static func upperCase(_ token: Token, _ next: Token?) -> [DirectionsReading.Flag] {
        if token.raw == "MSO" || token.raw == "MgSO" {
            guard next?.raw == "4" else { return [] }
            return [.init("abbr:\(token.raw)4", at: token.span)]
        }
        if token.raw == "IN", next?.isNumber == true { return [] }
        if token.raw == "AS" || token.raw == "IN", let next, next.isWord {
            return next.raw == next.raw.uppercased() ? [] : [.init("abbr:\(token.raw)", at: token.span)]
        }
        return [.init("abbr:\(token.raw)", at: token.span)]
    }

    /// Flags "q1d" and "q6PM".
    private static func interval(at index: Int, of tokens: [Token]) -> [DirectionsReading.Flag] {
        guard index + 2 < tokens.count, tokens[index + 1].isNumber else { return [] }
        let span = TextSpan(tokens[index].span.start, tokens[index + 2].span.end)
        if tokens[index + 1].value == 1, tokens[index + 2].text == "d" { return [.init("abbr:q1d", at: span)] }
        return ["pm", "am"].contains(tokens[index + 2].text) ? [.init("abbr:q6PM", at: span)] : []
    }

    // MARK: Numbers

    private static func number(at index: Int, of tokens: [Token]) -> [DirectionsReading.Flag] {
        let token = tokens[index]
        guard token.isNumber else { return [] }
        var flags: [DirectionsReading.Flag] = []
        if index + 1 < tokens.count, tokens[index + 1].isGlued, drugs.contains(token.raw + tokens[index + 1].raw) {
            let span = TextSpan(token.span.start, tokens[index + 1].span.end)
            flags.append(.init("drug-abbr:\(token.raw + tokens[index + 1].raw)", at: span))
        }
        if token.raw.hasPrefix(".") { flags.append(.init("naked-decimal", at: token.span)) }
        if let point = token.raw.firstIndex(of: "."), point != token.raw.startIndex,
            token.raw[token.raw.index(after: point)...].allSatisfy({ $0 == "0" })
        {
            flags.append(.init("trailing-zero", at: token.span))
        }
        if let value = token.value, value >= 10_000, !token.raw.contains(",") {
            flags.append(.init("large-number-no-comma", at: token.span))
        }
        if index + 1 < tokens.count, tokens[index + 1].isGlued, tokens[index + 1].text.hasPrefix("m"),
            DoseUnit.named(tokens[index + 1].text)?.kind == .weight, token.raw.hasSuffix("0"), (token.value ?? 0) >= 10
        {
            flags.append(.init("no-space", at: TextSpan(token.span.start, tokens[index + 1].span.end)))
        }
        return flags
    }
}
