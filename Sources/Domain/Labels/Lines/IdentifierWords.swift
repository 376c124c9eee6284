/// Words next to personal data on labels.
enum IdentifierWords {
    /// Returns true for a heading of personal data: "Prescriber:", "Tel".
    static func isKeyword(_ word: String) -> Bool {
        if keywords.contains(word) || titles.contains(word) { return true }
        guard word.utf8.count >= 6 else { return false }
        let bytes = Array(word.utf8.prefix(16))
        return long.contains { EditDistance.isWithinOne(bytes, $0) }
    }

    static func isTitle(_ word: String) -> Bool { titles.contains(word) }

    static func isStreet(_ word: String) -> Bool { streets.contains(word) }

    static func isMonth(_ word: String) -> Bool {
        months.contains(word) || months.contains(String(word.prefix(3))) && word.count > 4
    }

    /// Returns true for headings, which end directions in the same line.
    static func isHeading(_ word: String) -> Bool { headings.contains(word) || isKeyword(word) && word.utf8.count >= 6 }

    private static let titles: Set<String> = ["mr", "mrs", "ms", "miss", "mx", "mstr", "dr", "prof", "rev", "sir"]

    private static let headings: Set<String> = [
        "prescriber", "prescribed", "patient", "physician", "pharmacist", "pharmacy", "dob", "tel", "telephone",
        "phone", "fax",
        "date", "filled", "ndc", "mfg", "mfr", "lot", "exp", "expires", "rph", "address", "signature", "nhs", "mrn",
        "written",
        "dispensed", "surgery",
    ]

    private static let keywords: Set<String> = headings.union([
        "chemist", "chemists", "dispensary", "clinic", "hospital", "drugs", "drugstore", "dob", "born", "birth", "name",
        "ph",
        "store", "suite", "practice", "medical", "health", "healthcare", "centre", "ltd", "inc", "llc", "plc", "npi",
        "dea",
        "lic", "license", "licence", "orig", "discardafter", "gmc", "gphc", "md", "np", "dds", "rn", "mbbs", "dmd",
        "dvm", "apt",
        "flat", "http", "https", "www", "email", "ward", "member", "insurance", "group", "bin", "pcn",
    ])

    private static let streets: Set<String> = [
        "street", "st", "avenue", "ave", "road", "rd", "boulevard", "blvd", "lane", "ln", "drive", "plaza", "parade",
        "way",
        "court", "ct", "close", "crescent", "square", "sq", "terrace", "hwy", "highway", "parkway", "pkwy", "row",
        "mews",
        "gardens", "grove", "hill", "park",
    ]

    private static let months = LabelVocabulary.set(
        "jan feb mar apr jun jul aug sep sept oct nov dec january february march april june july august september october november december"
    )

    private static let long: [[UInt8]] = keywords.filter { $0.utf8.count >= 6 }.sorted().map { Array($0.utf8) }
}
