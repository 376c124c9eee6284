import Agenda
import Calendar
import Contracts
import Foundation
import Household
import Plants
import Recognition
import SQLRecords
import Support
import Testing

/// The drawn table has Monstera deliciosa, Echeveria elegans and the genus Rosa.
@Suite("Names and first waterings of new plants", .tags(.small))
struct NamingTests {
    let records = SQLRecords.inMemory()
    let household: Household
    let collection: PlantCollection

    init() throws {
        let clock = try SettableClock("2026-06-10T09:00:00Z")
        household = .drawn(records: records, environment: .at { clock.now })
        collection = household.collection
    }

    private func watering(of plant: Plant.ID) async throws -> Chore {
        try #require(try await household.agenda.chores(of: plant).first { $0.kind == .watering })
    }

    private func imported(_ text: String, isDryRun: Bool = false) async throws -> PlantCollection.ImportReport {
        try await collection.importCollection(Array(text.utf8), as: nil, isDryRun: isDryRun)
    }

    @Test("A species that several plants may be is refused with the choices, unless it is kept as written")
    func unclear() throws {
        do {
            _ = try collection.taxon(named: "monstera delicosa")
            Issue.record("nothing was refused")
        } catch let error as HouseholdError {
            #expect(error.code == .speciesUnclear)
            #expect(error.choices.first?.taxon.scientificName == "Monstera deliciosa")
            #expect(error.message.contains("Did you mean Monstera deliciosa?"))
        }
        #expect(
            try collection.taxon(named: " monstera  delicosa ", asWritten: true)?.scientificName == "monstera delicosa")
        #expect(try collection.taxon(named: "Swiss cheese plants")?.scientificName == "Monstera deliciosa")
        #expect(try collection.taxon(named: "rose")?.rank == .genus)
        #expect(try collection.taxon(named: "Xyzzy")?.scientificName == "Xyzzy")
        #expect(try collection.taxon(named: "  ") == nil)
    }

    @Test("The basis of the care is the species, its genus, or general care")
    func basis() throws {
        let planning = household.planning
        #expect(planning.basis(of: try collection.taxon(named: "Swiss cheese plant")).basis == .species)
        let member = planning.basis(of: try collection.taxon(named: "Rosa incognita"))
        #expect(member.basis == .genus && member.name == "Rosa")
        #expect(planning.basis(of: try collection.taxon(named: "Xyzzy")).basis == .general)
        #expect(planning.basis(of: nil).basis == .general)
    }

    @Test("A plant that is none of the candidates has the taxon that its name means")
    func confirmed() async throws {
        let photograph = try await household.photographs.capture(Array("photo one".utf8))
        let identification = try await household.identifications.recognise([photograph.id])
        let taxon = collection.resolve(ownName: "Swiss cheese plant").taxon
        let plant = try await collection.confirm(
            identification.id, as: .noneOfThese(name: "Swiss cheese plant", taxon: taxon), watered: .about(daysAgo: 3))
        #expect(plant.taxon?.scientificName == "Monstera deliciosa" && plant.name == "Swiss cheese plant")
        let interval = try #require(try await household.planning.plan(for: plant).watering.interval)
        #expect(try await watering(of: plant.id).due == LocalDay("2026-06-10")?.adding(days: interval - 3))
    }

    @Test(
        "The first watering follows from what is known of the last one",
        arguments: [(LastWatering.unknown, 0, 0), (.about(daysAgo: 3), 3, 0), (.about(daysAgo: 60), nil, 0)]
            as [(LastWatering, Int?, Int)])
    func guessed(watered: LastWatering, daysAgo: Int?, entries: Int) async throws {
        let today = try #require(LocalDay("2026-06-10"))
        let plant = try await collection.add(
            "Monty", taxon: Taxon(scientificName: "Monstera deliciosa"), watered: watered)
        let interval = try #require(try await household.planning.plan(for: plant).watering.interval)
        let chore = try await watering(of: plant.id)
        let isUnknown = watered == .unknown || daysAgo == nil
        #expect(chore.due == (isUnknown ? today : today.adding(days: interval - (daysAgo ?? 0))))
        // A guess is no entry: the plan learns from the log.
        #expect(try await household.agenda.log(LogQuery(plant: plant.id)).count == entries)
        // A later plan keeps the day.
        try await household.planning.renewPlans()
        #expect(try await watering(of: plant.id).due == chore.due)
    }
}

extension NamingTests {
    @Test("A known last watering is logged, and a day in the future is refused")
    func logged() async throws {
        let today = try #require(LocalDay("2026-06-10"))
        let taxon = Taxon(scientificName: "Monstera deliciosa")
        let plant = try await collection.add("Monty", taxon: taxon, watered: .on(today.adding(days: -1)))
        let interval = try #require(try await household.planning.plan(for: plant).watering.interval)
        let chore = try await watering(of: plant.id)
        #expect(chore.lastDone == today.adding(days: -1) && chore.due == today.adding(days: interval - 1))
        #expect(try await household.agenda.log(LogQuery(plant: plant.id)).count == 1)
        await refused(.dayRefused) {
            _ = try await collection.add("Later", taxon: taxon, watered: .on(today.adding(days: 1)))
        }
        #expect(try await collection.plantCount() == 1)
    }

    @Test("Words for the last watering are read, and others are not")
    func words() throws {
        let today = try #require(LocalDay("2026-06-10"))
        for word in LastWatering.words { #expect(LastWatering(word, today: today) != nil, "\(word)") }
        #expect(LastWatering("Yesterday", today: today) == .on(today.adding(days: -1)))
        #expect(LastWatering("2026-06-01", today: today) == LocalDay("2026-06-01").map { .on($0) })
        #expect(LastWatering("sometime", today: today) == nil)
    }

    @Test("Thirty imported plants do not come due on one day, each comes within its interval, and twice the same")
    func spread() async throws {
        let today = try #require(LocalDay("2026-06-10"))
        let list = "name,species\n" + (1...30).map { "Plant \($0),Monstera deliciosa\n" }.joined()
        #expect(try await imported(list) == .init(added: 30, passedOver: 0))
        let plants = try await collection.plants()
        let interval = try #require(try await household.planning.plan(for: plants[0]).watering.interval)
        var days: [String: Int] = [:]
        for plant in plants { days[plant.name] = today.days(until: try #require(try await watering(of: plant.id).due)) }
        #expect(days.values.min() == 0 && (days.values.max() ?? 0) < interval)
        #expect(Set(days.values).count == interval)
        let perDay = Dictionary(grouping: days.values, by: \.self).mapValues(\.count)
        #expect((perDay.values.max() ?? 0) <= 30 / interval + 1)

        let clock = try SettableClock("2026-06-10T09:00:00Z")
        let other = Household.drawn(environment: .at { clock.now })
        _ = try await other.collection.importCollection(Array(list.utf8), as: nil)
        for plant in try await other.collection.plants() {
            let chore = try await other.agenda.chores(of: plant.id).first { $0.kind == .watering }
            #expect(chore?.due == today.adding(days: days[plant.name] ?? -1))
        }
    }

    @Test("An imported plant with a known last watering is due an interval later")
    func importedWatering() async throws {
        _ = try await imported("name,species,watered\nA,Monstera deliciosa,yesterday\nB,Monstera deliciosa,unknown\n")
        let plants = try await collection.plants(PlantQuery(order: .name))
        #expect(try await watering(of: plants[0].id).lastDone == LocalDay("2026-06-09"))
        #expect(try await watering(of: plants[1].id).due == LocalDay("2026-06-10"))
    }

    @Test("An import names the columns that it does not use, and the plants that it does not know")
    func report() async throws {
        let report = try await imported(
            """
            Plant,Species,Sunlight,Notes,Fertiliser brand
            Monty,swiss cheese plant,a lot,likes mist,X
            Typo,monstera delicosa,,,
            Rosie,,,,
            Rose,,,,
            """)
        #expect(report.added == 4)
        #expect(report.unknownColumns == ["Sunlight", "Fertiliser brand"])
        #expect(report.unmatched.map(\.name) == ["Typo", "Rosie"])
        #expect(report.unmatched.first?.choices.first?.taxon.scientificName == "Monstera deliciosa")
        let plants = try await collection.plants(PlantQuery(order: .name))
        #expect(
            plants.map { $0.taxon?.scientificName } == ["Monstera deliciosa", "Rosa", nil, "monstera delicosa"])
    }
}

extension NamingTests {
    @Test("A collection that moves as JSON keeps its names and its days")
    func moved() async throws {
        let text = """
            {"stillroom": "collection", "version": 1, "madeOn": "2026-06-10", "plants": [
            {"name": "Rose", "addedOn": "2026-06-01"}, {"name": "Swiss cheese plant", "addedOn": "2026-06-01"}]}
            """
        #expect(try await imported(text) == .init(added: 2, passedOver: 0))
        for plant in try await collection.plants() {
            #expect(plant.taxon == nil)
            #expect(try await watering(of: plant.id).due == LocalDay("2026-06-10"))
        }
    }

    @Test("A plant begins where its species is usually kept, unless a place is given")
    func places() async throws {
        let table = try CareTable(
            "rank\tname\tfamily\tplace\tlight\nspecies\tRosa canina\tRosaceae\toutdoor\t8\nspecies\tHoya carnosa\t\tindoor\t6\n"
        )
        let services = CareServices(table: { table }, service: .missing, zones: .drawn)
        let household = Household.drawn(careServices: services)
        let rose = Taxon(scientificName: "Rosa canina")
        #expect(try await household.collection.add("A", taxon: rose).situation.place == .outdoor)
        #expect(
            try await household.collection.add("B", taxon: rose, situation: Situation()).situation.place == .indoor)
        #expect(
            try await household.collection.add("C", taxon: Taxon(scientificName: "Hoya carnosa")).situation.place
                == .indoor)
        #expect(try await household.collection.add("D", taxon: nil).situation.place == .indoor)
        let photograph = try await household.photographs.capture(Array("photo one".utf8))
        let identification = try await household.identifications.recognise([photograph.id])
        // The first candidate of the sample is Rosa canina.
        let kept = try await household.collection.confirm(identification.id, as: .candidate(rank: 1))
        #expect(kept.situation.place == .outdoor)
        let list = "name,species,place\nE,Rosa canina,\nF,Rosa canina,balcony\n"
        _ = try await household.collection.importCollection(Array(list.utf8), as: nil)
        let places = Dictionary(
            try await household.collection.plants().map { ($0.name, $0.situation.place) }, uniquingKeysWith: { $1 })
        #expect(places["E"] == .outdoor && places["F"] == .balcony)
    }
}
