/// A medicine of the example data. Label, pharmacy and names are invented.
struct ExampleMedicine {
    /// Its key in the record.
    let key: String
    let label: String
    let name: String
    let strength: String
    let form: String
    let person: String
    let sig: String
    let quantity: Double
    let quantityUnit: String
    let refills: Int
    let warnings: [String]
    /// The hours of its doses; empty for a medicine that is taken as needed.
    let hours: [Int]
    /// For how many days its doses have been logged.
    let days: Int
    /// The doses of these numbers were not taken.
    let skipped: Set<Int>

    /// What stands behind each name, so that it is on every page, sheet and export.
    static let mark = "(example)"

    private static let pharmacy = "NORTHGATE EXAMPLE PHARMACY  (555) 014-0199"

    static let all = [
        ExampleMedicine(
            key: "amoxicillin",
            label: """
                \(pharmacy)
                ROBIN INVENTED
                AMOXICILLIN 500 MG CAPSULE
                TAKE 1 CAPSULE BY MOUTH TWICE DAILY
                QTY: 20 REFILLS: 0
                """,
            name: "Amoxicillin \(mark)", strength: "500 mg", form: "capsule", person: "Robin Invented",
            sig: "Take 1 capsule by mouth twice daily", quantity: 20, quantityUnit: "capsules", refills: 0,
            warnings: ["Finish the whole course, even if you feel better."], hours: [8, 20], days: 4, skipped: []),
        ExampleMedicine(
            key: "vitamin-d",
            label: """
                \(pharmacy)
                ALEX MADE-UP
                VITAMIN D3 1000 UNITS TABLET
                TAKE 1 TABLET BY MOUTH ONCE DAILY
                QTY: 90 REFILLS: 3
                """,
            name: "Vitamin D3 \(mark)", strength: "1000 units", form: "tablet", person: "Alex Made-up",
            sig: "Take 1 tablet by mouth once daily", quantity: 90, quantityUnit: "tablets", refills: 3,
            warnings: [], hours: [8], days: 10, skipped: [3, 7]),
        ExampleMedicine(
            key: "cetirizine",
            label: """
                \(pharmacy)
                ROBIN INVENTED
                CETIRIZINE 10 MG TABLET
                TAKE 1 TABLET BY MOUTH ONCE DAILY
                QTY: 10 REFILLS: 1
                MAY CAUSE DROWSINESS
                """,
            name: "Cetirizine \(mark)", strength: "10 mg", form: "tablet", person: "Robin Invented",
            sig: "Take 1 tablet by mouth once daily", quantity: 10, quantityUnit: "tablets", refills: 1,
            warnings: ["May cause drowsiness."], hours: [21], days: 6, skipped: [2]),
        ExampleMedicine(
            key: "ibuprofen",
            label: """
                \(pharmacy)
                ALEX MADE-UP
                IBUPROFEN 200 MG TABLET
                TAKE 1 TABLET BY MOUTH EVERY 6 HOURS AS NEEDED FOR PAIN. MAX 3 TABLETS IN 24 HOURS
                QTY: 24
                """,
            name: "Ibuprofen \(mark)", strength: "200 mg", form: "tablet", person: "Alex Made-up",
            sig: "Take 1 tablet by mouth every 6 hours as needed for pain. Max 3 tablets in 24 hours", quantity: 24,
            quantityUnit: "tablets", refills: 0, warnings: ["Take with food."], hours: [], days: 3, skipped: []),
    ]
}
