import Messages
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

    /// 24 plants of different needs, in seven rooms, in the language of the current task.
    static var all: [ExamplePlant] {
        [
            ExamplePlant(
                "basil", localized("Basil", context: "example plant"), "Ocimum basilicum", Room.kitchen,
                pot(12, .clay, .bright), days: 20, .due(in: -1)),
            ExamplePlant(
                "parsley", localized("Parsley", context: "example plant"), "Petroselinum crispum", Room.kitchen,
                pot(12), days: 20, .due(in: 0)),
            ExamplePlant(
                "chives", localized("Chives", context: "example plant"), "Allium schoenoprasum", Room.kitchen, pot(12),
                days: 45, .doneToday),
            ExamplePlant(
                "mint", localized("Mint for tea", context: "example plant"), "Mentha spicata", Room.kitchen,
                pot(14, .glazed), days: 60, .due(in: 1), history: 2),
            ExamplePlant(
                "monstera", localized("Monstera", context: "example plant"), "Monstera deliciosa", Room.livingRoom,
                pot(24, .glazed), days: 400, .due(in: 0),
                history: 3, note: localized("The new leaf has opened. It is the first one with holes.")),
            ExamplePlant(
                "snake-plant", localized("Snake plant", context: "example plant"), "Dracaena trifasciata",
                Room.livingRoom, pot(18, .clay, .shaded), days: 700,
                .due(in: 6)),
            ExamplePlant(
                "orchid", localized("Moth orchid", context: "example plant"), "Phalaenopsis amabilis", Room.livingRoom,
                pot(12), days: 150, .due(in: -3),
                history: 2, note: localized("A gift from the neighbours. Two flower stems.")),
            ExamplePlant(
                "rubber-plant", localized("Rubber plant", context: "example plant"), "Ficus elastica", Room.livingRoom,
                pot(22, .plastic, .bright), days: 300,
                .due(in: 3)),
            ExamplePlant(
                "fiddle-leaf", localized("Fiddle-leaf fig", context: "example plant"), "Ficus lyrata", Room.livingRoom,
                pot(26, .glazed, .bright), days: 90,
                .due(in: 2),
                note: localized("Lost two leaves after the move. It does not like the draught of the door.")),
            ExamplePlant(
                "pothos", localized("Golden pothos", context: "example plant"), "Epipremnum aureum", Room.hallway,
                pot(16, .plastic, .shaded), days: 500,
                .due(in: 0), history: 2),
            ExamplePlant(
                "zz-plant", localized("ZZ plant", context: "example plant"), "Zamioculcas zamiifolia", Room.hallway,
                pot(18, .plastic, .shaded), days: 365,
                .due(in: 8)),
            ExamplePlant(
                "fern", localized("Sword fern", context: "example plant"), "Nephrolepis exaltata", Room.bathroom,
                pot(17), days: 110, .due(in: -2)),
            ExamplePlant(
                "maidenhair", localized("Maidenhair fern", context: "example plant"), "Adiantum capillus-veneris",
                Room.bathroom, pot(13), days: 40, .doneToday,
                history: 2),
            ExamplePlant(
                "calathea", localized("Peacock plant", context: "example plant"), "Goeppertia makoyana", Room.bathroom,
                pot(15), days: 80, .due(in: 1)),
            ExamplePlant(
                "peace-lily", localized("Peace lily", context: "example plant"), "Spathiphyllum wallisii", Room.bedroom,
                pot(16, .plastic, .shaded), days: 220,
                .due(in: 0), history: 2),
            ExamplePlant(
                "spider-plant", localized("Spider plant", context: "example plant"), "Chlorophytum comosum",
                Room.bedroom, pot(15), days: 600, .due(in: 2)),
            ExamplePlant(
                "pilea", localized("Chinese money plant", context: "example plant"), "Pilea peperomioides",
                Room.bedroom, pot(12, .clay), days: 180, .due(in: 4),
                note: localized("Three young plants in the pot. Pot them separately in spring.")),
            ExamplePlant(
                "aloe", localized("Aloe", context: "example plant"), "Aloe vera", Room.study, pot(14, .clay, .bright),
                days: 800, .due(in: 7)),
            ExamplePlant(
                "jade", localized("Jade plant", context: "example plant"), "Crassula ovata", Room.study,
                pot(16, .clay, .bright), days: 900, .due(in: 5)),
            ExamplePlant(
                "christmas-cactus", localized("Christmas cactus", context: "example plant"), "Schlumbergera truncata",
                Room.study, pot(14), days: 330, .due(in: 3)),
            ExamplePlant(
                "rosemary", localized("Rosemary", context: "example plant"), "Salvia rosmarinus", Room.balcony,
                pot(20, .clay, .bright, at: .balcony), days: 250,
                .due(in: 2)),
            ExamplePlant(
                "thyme", localized("Thyme", context: "example plant"), "Thymus vulgaris", Room.balcony,
                pot(16, .clay, .bright, at: .balcony), days: 250,
                .due(in: 4)),
            ExamplePlant(
                "lavender", localized("Lavender", context: "example plant"), "Lavandula angustifolia", Room.balcony,
                pot(22, .clay, .bright, at: .balcony),
                days: 420, .due(in: 5)),
            ExamplePlant(
                "olive", localized("Olive tree", context: "example plant"), "Olea europaea", Room.balcony,
                pot(35, .clay, .bright, at: .balcony), days: 1000,
                .due(in: 0), history: 2, note: localized("Comes in when frost is announced.")),
        ]
    }

    private enum Room {
        static var kitchen: String { localized("Kitchen", context: "room") }
        static var livingRoom: String { localized("Living room", context: "room") }
        static var hallway: String { localized("Hallway", context: "room") }
        static var bathroom: String { localized("Bathroom", context: "room") }
        static var bedroom: String { localized("Bedroom", context: "room") }
        static var study: String { localized("Study", context: "room") }
        static var balcony: String { localized("Balcony", context: "room") }
    }
}
