import Plants

/// A plant of the example data.
struct ExamplePlant {
    /// The task of watering, relative to today.
    enum Watering {
        /// Due in that number of days; negative if it is overdue.
        case due(in: Int)
        case doneToday
    }

    /// Its key in the record, which stays the same when words of the example change.
    let key: String
    let name: String
    /// A species of the bundled table.
    let latin: String
    let room: String
    let situation: Situation
    /// For how many days it has been in the household.
    let days: Int
    let watering: Watering
    /// The number of earlier waterings in its log.
    let history: Int
    let note: String?

    init(
        _ key: String, _ name: String, _ latin: String, _ room: String, _ situation: Situation, days: Int,
        _ watering: Watering, history: Int = 1, note: String? = nil
    ) {
        self.key = key
        self.name = name
        self.latin = latin
        self.room = room
        self.situation = situation
        self.days = days
        self.watering = watering
        self.history = history
        self.note = note
    }

    private static func pot(
        _ diameter: Double, _ material: Situation.Material = .plastic, _ spot: Situation.Spot = .usual,
        at place: Situation.Place = .indoor
    ) -> Situation {
        Situation(place: place, potDiameter: diameter, material: material, spot: spot)
    }

    /// 24 plants of different needs, in seven rooms.
    static let all = [
        ExamplePlant("basil", "Basil", "Ocimum basilicum", "Kitchen", pot(12, .clay, .bright), days: 20, .due(in: -1)),
        ExamplePlant("parsley", "Parsley", "Petroselinum crispum", "Kitchen", pot(12), days: 20, .due(in: 0)),
        ExamplePlant("chives", "Chives", "Allium schoenoprasum", "Kitchen", pot(12), days: 45, .doneToday),
        ExamplePlant(
            "mint", "Mint for tea", "Mentha spicata", "Kitchen", pot(14, .glazed), days: 60, .due(in: 1), history: 2),
        ExamplePlant(
            "monstera", "Monstera", "Monstera deliciosa", "Living room", pot(24, .glazed), days: 400, .due(in: 0),
            history: 3, note: "The new leaf has opened. It is the first one with holes."),
        ExamplePlant(
            "snake-plant", "Snake plant", "Dracaena trifasciata", "Living room", pot(18, .clay, .shaded), days: 700,
            .due(in: 6)),
        ExamplePlant(
            "orchid", "Moth orchid", "Phalaenopsis amabilis", "Living room", pot(12), days: 150, .due(in: -3),
            history: 2, note: "A gift from the neighbours. Two flower stems."),
        ExamplePlant(
            "rubber-plant", "Rubber plant", "Ficus elastica", "Living room", pot(22, .plastic, .bright), days: 300,
            .due(in: 3)),
        ExamplePlant(
            "fiddle-leaf", "Fiddle-leaf fig", "Ficus lyrata", "Living room", pot(26, .glazed, .bright), days: 90,
            .due(in: 2), note: "Lost two leaves after the move. It does not like the draught of the door."),
        ExamplePlant(
            "pothos", "Golden pothos", "Epipremnum aureum", "Hallway", pot(16, .plastic, .shaded), days: 500,
            .due(in: 0), history: 2),
        ExamplePlant(
            "zz-plant", "ZZ plant", "Zamioculcas zamiifolia", "Hallway", pot(18, .plastic, .shaded), days: 365,
            .due(in: 8)),
        ExamplePlant("fern", "Sword fern", "Nephrolepis exaltata", "Bathroom", pot(17), days: 110, .due(in: -2)),
        ExamplePlant(
            "maidenhair", "Maidenhair fern", "Adiantum capillus-veneris", "Bathroom", pot(13), days: 40, .doneToday,
            history: 2),
        ExamplePlant("calathea", "Peacock plant", "Goeppertia makoyana", "Bathroom", pot(15), days: 80, .due(in: 1)),
        ExamplePlant(
            "peace-lily", "Peace lily", "Spathiphyllum wallisii", "Bedroom", pot(16, .plastic, .shaded), days: 220,
            .due(in: 0), history: 2),
        ExamplePlant(
            "spider-plant", "Spider plant", "Chlorophytum comosum", "Bedroom", pot(15), days: 600, .due(in: 2)),
        ExamplePlant(
            "pilea", "Chinese money plant", "Pilea peperomioides", "Bedroom", pot(12, .clay), days: 180, .due(in: 4),
            note: "Three young plants in the pot. Pot them separately in spring."),
        ExamplePlant("aloe", "Aloe", "Aloe vera", "Study", pot(14, .clay, .bright), days: 800, .due(in: 7)),
        ExamplePlant("jade", "Jade plant", "Crassula ovata", "Study", pot(16, .clay, .bright), days: 900, .due(in: 5)),
        ExamplePlant(
            "christmas-cactus", "Christmas cactus", "Schlumbergera truncata", "Study", pot(14), days: 330, .due(in: 3)),
        ExamplePlant(
            "rosemary", "Rosemary", "Salvia rosmarinus", "Balcony", pot(20, .clay, .bright, at: .balcony), days: 250,
            .due(in: 2)),
        ExamplePlant(
            "thyme", "Thyme", "Thymus vulgaris", "Balcony", pot(16, .clay, .bright, at: .balcony), days: 250,
            .due(in: 4)),
        ExamplePlant(
            "lavender", "Lavender", "Lavandula angustifolia", "Balcony", pot(22, .clay, .bright, at: .balcony),
            days: 420, .due(in: 5)),
        ExamplePlant(
            "olive", "Olive tree", "Olea europaea", "Balcony", pot(35, .clay, .bright, at: .balcony), days: 1000,
            .due(in: 0), history: 2, note: "Comes in when frost is announced."),
    ]
}
