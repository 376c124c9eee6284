import Agenda
import Calendar
import Doses
import FoundationEssentials
package import Plants
import Recognition

/// What a home-automation system sees of the household and may do: states and descriptions in the form of Home Assistant's
/// MQTT discovery (https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery), and presses of buttons.
package struct HomeAutomation: Sendable {
    let id: Household.ID
    let agenda: ChoreAgenda
    let collection: PlantCollection
    /// The medicines that belong to everyone in the household.
    let medicines: MedicineCabinet

    /// How the messages are made.
    package struct Options: Sendable {
        /// The topic below which Home Assistant looks for descriptions.
        package var discoveryPrefix = "homeassistant"
        /// Whether the number of due doses and the time of the next one are published. Names never are.
        package var includesDoses = false
        package var version = ""
        /// The address of the app, to which Home Assistant links; nil if there is none.
        package var address: String?

        package init() {}
    }

    /// What a button does.
    package enum Press: Sendable, Hashable {
        /// Logs all waterings that are overdue or due today.
        case waterAll
        /// Logs the next watering of a plant.
        case watered(Plant.ID)
    }

    /// The days in which the next watering is looked for.
    static let days = 120
    /// The largest number of tasks in the attributes of a sensor; Home Assistant limits their size.
    static let taskLimit = 50
}

extension Household {
    package var homeAutomation: HomeAutomation {
        HomeAutomation(id: id, agenda: agenda, collection: collection, medicines: medicines(for: .household))
    }
}

// MARK: - Topics

extension HomeAutomation {
    /// The topics of one household begin with this.
    package var base: String { "stillroom/\(id.rawValue)" }
    /// "online" or "offline".
    package var availability: String { base + "/status" }
    /// The name of the household in Home Assistant.
    var node: String { "stillroom_\(id.rawValue)" }

    /// The topics of the buttons, as a subscription.
    package var presses: String { base + "/+/set" }
    package var plantPresses: String { base + "/plants/+/watered/set" }

    /// All descriptions of this household, as a subscription. Kept ones of removed plants are found with it.
    package func descriptions(_ options: Options) -> String { "\(options.discoveryPrefix)/+/\(node)/+/config" }

    /// The states of this household, as subscriptions.
    package var states: [String] { [base + "/+", base + "/plants/+"] }

    /// Whether a kept message at the topic is from this program: a description or a state.
    package func isOwn(_ topic: String) -> Bool {
        isDescription(topic) || (topic.hasPrefix(base + "/") && !topic.hasSuffix("/set"))
    }

    /// Whether the topic is that of a description.
    package func isDescription(_ topic: String) -> Bool { topic.hasSuffix("/config") && topic.contains("/\(node)/") }

    /// What a message at a topic asks for; nil if it is no button.
    package func press(_ topic: String, _ payload: String) -> Press? {
        guard payload == Self.pressed, topic.hasPrefix(base + "/") else { return nil }
        let parts = topic.dropFirst(base.count + 1).split(separator: "/", omittingEmptySubsequences: false)
        return switch parts {
        case ["water-all", "set"]: .waterAll
        case let parts where parts.count == 4 && parts[0] == "plants" && parts[2...] == ["watered", "set"]:
            Plant.ID(String(parts[1])).map { .watered($0) }
        default: nil
        }
    }

    static let pressed = "PRESS"
}

// MARK: - Messages

extension HomeAutomation {
    /// All messages that the broker should keep, by their topics.
    package func messages(_ options: Options) async throws -> [String: String] {
        let view = try await agenda.view(AgendaQuery(days: Self.days))
        let plants = try await collection.plants(PlantQuery())
        var messages: [String: String] = [:]
        func add(_ entity: HomeAssistantEntity) throws {
            messages["\(options.discoveryPrefix)/\(entity.component)/\(node)/\(entity.object)/config"] = try Self.text(
                entity.description)
        }
        for entity in HomeAssistantEntity.household(self, options) { try add(entity) }
        messages[base + "/tasks"] = try Self.text(TasksState(view))
        let due = Dictionary(grouping: view.open.filter { $0.status != .snoozed }) { $0.plant?.id }
        let waterings = Dictionary(
            view.items.filter { $0.chore.kind == .watering && $0.isNext }.map { ($0.plant?.id, $0.due) },
            uniquingKeysWith: { first, _ in first })
        for plant in plants {
            for entity in HomeAssistantEntity.plant(plant, self, options) { try add(entity) }
            messages["\(base)/plants/\(plant.id.rawValue)"] = try Self.text(
                PlantState(due: due[plant.id] ?? [], nextWatering: waterings[plant.id]))
        }
        if options.includesDoses {
            for entity in HomeAssistantEntity.doses(self, options) { try add(entity) }
            let today = try await medicines.medicineDay()
            let tomorrow = try await medicines.medicineDay(today.day.adding(days: 1))
            messages[base + "/doses"] = try Self.text(DosesState(today.lines + tomorrow.lines))
        }
        return messages
    }

    /// Performs what a button asks for. A second press on the same day does nothing.
    package func perform(_ press: Press) async throws {
        switch press {
        case .waterAll: _ = try await agenda.waterAllDue()
        case .watered(let plant):
            let view = try await agenda.view(AgendaQuery(days: Self.days, filter: .init(kind: .watering, plant: plant)))
            guard let item = view.items.first(where: \.isNext), item.chore.lastDone != view.clock.day else { return }
            _ = try await agenda.done([item.chore.id], expecting: [item.chore.id: item.chore.due ?? item.due])
        }
    }

    private static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

/// The tasks of today.
private struct TasksState: Encodable {
    struct Task: Encodable {
        let kind: String
        let title: String?
        let plant: String?
        let room: String?
        let due: String
    }

    let due: Int
    let overdue: Int
    let tasks: [Task]

    init(_ view: AgendaView) {
        due = view.count.overdue + view.count.today
        overdue = view.count.overdue
        tasks = view.open.filter { $0.status != .snoozed }.prefix(HomeAutomation.taskLimit).map {
            Task(
                kind: $0.chore.kind.rawValue, title: $0.chore.title, plant: $0.plant?.name, room: $0.plant?.room,
                due: $0.due.description)
        }
    }
}

/// What a plant needs.
private struct PlantState: Encodable {
    let needsCare: String
    let nextWatering: String?
    /// The kinds of tasks that are due.
    let tasks: [String]

    private enum CodingKeys: String, CodingKey {
        case needsCare = "needs_care"
        case nextWatering = "next_watering"
        case tasks
    }

    init(due: [AgendaItem], nextWatering: LocalDay?) {
        needsCare = due.isEmpty ? "OFF" : "ON"
        self.nextWatering = nextWatering?.description
        tasks = due.map(\.chore.kind.rawValue)
    }

    /// An unknown day is null: the template makes "None" of it, which Home Assistant reads as unknown.
    func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: CodingKeys.self)
        try box.encode(needsCare, forKey: .needsCare)
        try box.encode(nextWatering, forKey: .nextWatering)
        try box.encode(tasks, forKey: .tasks)
    }
}

/// The doses that are due, without names.
private struct DosesState: Encodable {
    let due: Int
    let next: Date?

    private enum CodingKeys: String, CodingKey { case due, next }

    init(_ lines: [MedicineDay.Line]) {
        due = lines.filter { ["due", "late"].contains($0.dose.status.word) }.count
        next = lines.filter { $0.dose.status.word == "planned" }.map(\.dose.at).min()
    }

    func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: CodingKeys.self)
        try box.encode(due, forKey: .due)
        try box.encode(next, forKey: .next)
    }
}
