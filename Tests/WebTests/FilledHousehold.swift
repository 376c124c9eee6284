import Accounts
import Agenda
import Contracts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Larder
import Logging
import NIOCore
import Plants
import Recognition
import SQLRecords
import Support
import Synchronization
import Testing

@testable import Web

/// A household with data of every kind, so that a test can request every route of the site successfully.
final class FilledHousehold: Sendable {
    /// All records of the household. A digest before and after a request shows whether the request changed them.
    var records: any Records { stored }
    private let stored = SQLRecords.inMemory()
    let archive = MemoryArchive()
    let pictures = MemoryPictures()
    let clock: SetClock
    /// Calls to services, which this household must not make.
    let calls = CallLog()
    private let values = Mutex<[String: String]>([:])
    private let box = Mailbox(.ntfy)
    /// One value, because its secrets count upwards.
    private let credentials = CredentialServices.drawn()

    /// An empty household.
    init() throws { clock = try SetClock("2027-01-15T06:59:00Z") }

    /// All stored data as text.
    var contents: String {
        get async throws { "\(archive.count) \(pictures.count) \(try await stored.contents)" }
    }

    /// The value of a path parameter, by the word before it in the path: "plants"; "photographs/" for the second
    /// parameter after that word.
    func value(_ name: String) -> String? { values.withLock { $0[name] } }

    var isEmpty: Bool { values.withLock { $0.isEmpty } }

    private func note(_ name: String, _ value: String) { values.withLock { $0[name] = value } }

    // MARK: The household

    /// The household during setup: every service answers.
    private func answering() throws -> Household {
        let question = try LarderSample.question(1)
        let service = FoodHouse(questions: [question, try LarderSample.question(2)]).service
        return household(
            service: .constant(Sample().answer()), food: service,
            care: .reporting { _, _ in throw HouseholdError(.notFound, "Not known.") },
            second: FarReader(.success(MedicineSample.text(MedicineSample.course))).service(),
            explainer: Talker(.success("A capsule.")).service(), noticeTransports: [box.noticeTransport])
    }

    /// The household under test: every call to a service is recorded and fails.
    func untouchable() -> Household {
        let calls = calls
        let name = "a food service"
        let food = FoodService(
            readers: .init(
                product: { _, _, _ in throw calls.failure(name) }, questions: { _, _ in throw calls.failure(name) },
                insight: { _, _ in throw calls.failure(name) }, answers: { _ in throw calls.failure(name) },
                picture: { _, _ in throw calls.failure("the server of pictures") },
                explore: { _, _ in throw calls.failure(name) }),
            isOwn: true, takesAccounts: true, calls: FoodHouse().service.calls,
            vote: { _, _, _ in throw calls.failure(name) })
        let online = OnlineRecogniser(
            key: .present, ask: { _ in throw calls.failure("Pl@ntNet") },
            projects: { _ in throw calls.failure("Pl@ntNet") }, allowance: { throw calls.failure("Pl@ntNet") })
        return household(
            service: online, food: food, care: .reporting { _, _ in throw calls.failure("Trefle") },
            second: TextService(name: "Far Reader", host: "reader.test", isOwn: false) { _ in
                throw calls.failure("the second reader")
            },
            explainer: ExplainerService(
                model: "talker", host: "127.0.0.1", isOwn: true, tokenLimit: 500, temperature: 0.3
            ) { _ in throw calls.failure("the model") },
            noticeTransports: [NoticeTransport(kind: .ntfy) { _, _, _ in throw calls.failure("ntfy") }])
    }

    private func household(
        service: OnlineRecogniser, food: FoodService, care: CareService, second: TextService,
        explainer: ExplainerService, noticeTransports: [NoticeTransport]
    ) -> Household {
        let clock = clock
        return .drawn(
            records: records, archive: archive, service: service, careServices: .drawn(service: care),
            noticeServices: .drawn(noticeTransports: noticeTransports),
            foodServices: FoodServices(
                service: food, reader: BarcodeReader { _ in BarcodeScan(sightings: []) }, pictures: pictures.shelf),
            labelServices: LabelServices(
                reader: .constant(MedicineSample.text(MedicineSample.course)), names: { MedicineSample.names },
                second: second, explainer: explainer),
            credentials: credentials, environment: .at({ clock.now }, steady: { clock.steady }))
    }

    // MARK: Setup

    static func furnished() async throws -> FilledHousehold {
        let house = try FilledHousehold()
        let household = try house.answering()
        try await household.settings.choose([.zone: "Europe/Vienna"])
        let server = try WebServer(
            household, settings: .init(version: "test"), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await Application(router: server.router()).test(.router) { client in
            try await house.furnishPlants(client, household)
            try await house.furnishLarder(household)
            try await house.furnishMedicines(MedicineVisit(client: client, household: household, clock: house.clock))
            let feed = try await household.reminders.addFeed(named: "Anna")
            house.note("calendar", feed.secret + ".ics")
            house.note("feeds", feed.feed.id.rawValue)
        }
        // Links of accounts that an owner makes. Without an owner they lead nowhere.
        for name in ["invitation", "reset", "g"] { house.note(name, "none") }
        house.note("setup", try await household.accounts.makeSetupLink().text)
        return house
    }

    /// Creates the owner with the set-up link, and returns the cookie of a session. The open invitation gives the role.
    func own(inviting role: Role = .member) async throws -> String {
        let household = try answering()
        let accounts = household.accounts
        let (session, _) = try await accounts.createOwner(
            try #require(value("setup")), name: try AccountName("Ada"), passphrase: try Passphrase("a quiet still"),
            on: Device(userAgent: "", address: ""))
        note("invitation", try await accounts.invite(as: role, by: session.person).text)
        note("reset", try await accounts.makeResetLink(name: "Ada").text)
        let guest = try await household.guests.makeLink(
            named: "Maria", rooms: .all, days: 90, by: session.person, on: Device(userAgent: "", address: ""))
        // A GET stores the first use, and each use after an hour.
        _ = try await household.guests.visit(guest.secret.text, from: "")
        note("g", guest.secret.text)
        return "\(SessionCookie.name)=\(session.secret.text)"
    }

    private func furnishPlants(_ client: any TestClientProtocol, _ household: Household) async throws {
        note("channels", try await household.reminders.add(.drawn(.ntfy), named: "Phone").id.rawValue)
        let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        let added = try await client.execute(
            uri: "/plants/new", method: .post, headers: form,
            body: ByteBuffer(string: "name=Monty&species=monstera+deliciosa&room=Hall"))
        let plant = try #require(added.headers[.location]?.split(separator: "/").last).prefix { $0 != "?" }
        note("plants", String(plant))
        let photograph = try await post(client, "/api/photographs", "photo of a flower")
        note("photographs", photograph)
        try await household.collection.add(
            try #require(Photograph.ID(photograph)), to: try #require(Plant.ID(String(plant))))
        note("photographs/", "display.jpg")
        note("identifications", try await post(client, "/api/photographs/\(photograph)/identifications"))
        _ = try await client.execute(
            uri: "/api/plants/\(plant)/notes", method: .post, body: ByteBuffer(string: #"{"text": "New leaf"}"#))
        let chore = try #require(try await household.agenda.view(AgendaQuery(days: 30)).items.first).chore.id
        note("chores", chore.rawValue)
        clock.pass(120)
        _ = try await household.reminders.sendDue()
        let link = try #require(box.messages.first?.actions.first?.path)
        note("n", String(link.dropFirst("/n/".count)))
        note("problems", "not-found")
        note("assets", "x")
        note("assets/", "stillroom.css")
    }

    /// The identifier of the created object.
    private func post(_ client: any TestClientProtocol, _ uri: String, _ body: String = "") async throws -> String {
        let answer = try await client.execute(uri: uri, method: .post, body: ByteBuffer(string: body))
        let document = try JSONSerialization.jsonObject(with: Data(answer.body.readableBytesView)) as? [String: Any]
        return try #require(document?["id"] as? String, "\(uri): \(String(buffer: answer.body))")
    }

    private func furnishLarder(_ household: Household) async throws {
        let code = LarderSample.code
        _ = try await household.larder.lookUp(code)
        let asked = try await household.larder.questions(about: code).questions
        let question = try #require(asked.first)
        await household.larder.fetchPictures(of: code)
        await household.larder.fetchPictures(of: question.id)
        let vote = try await household.larder.answer(try #require(asked.last).id, .yes)
        try await household.larder.logIn(name: "anna", password: "s3cret")
        let item = try await household.stock.add(.init(code: code, name: "Spread", place: .fridge))
        note("stock", item.id.rawValue)
        note("shopping", try await household.stock.buy(item.id).id.rawValue)
        note("products", code)
        note("products/", "front.jpg")
        note("questions", question.id.rawValue)
        note("votes", "\(vote.number)")
        note("calls", "7")
    }

    private func furnishMedicines(_ visit: MedicineVisit) async throws {
        let photographed = try #require(try await visit.photograph().headers[.location])
        let label = try #require(photographed.split(separator: "/").last)
        note("labels", String(label.prefix { $0 != "?" && $0 != "#" }))
        note("labels/", "display.jpg")
        note("entries", "0")
        note("shares", "unknown")
        let medicine = try await visit.kept(MedicineSample.course)
        try await visit.started(medicine)
        note("medicines", try #require(medicine.split(separator: "/").last.map(String.init)))
        note("days", "2027-01-15")
        note("doses", "r1-c0-20270115-0800")
        note("doses/", "taken")
        note("events", "1")
    }
}

/// Records calls that must not happen.
final class CallLog: Sendable {
    struct Failure: Error {}

    private let names = Mutex<[String]>([])

    /// Returns the calls since the last request and clears them.
    func take() -> [String] {
        names.withLock { names in
            defer { names = [] }
            return names
        }
    }

    func failure(_ name: String) -> Failure {
        names.withLock { $0.append(name) }
        return Failure()
    }
}

/// Cached pictures in memory.
final class MemoryPictures: Sendable {
    private let kept = Mutex<[String: [UInt8]]>([:])

    var count: Int { kept.withLock { $0.count } }

    var shelf: PictureShelf {
        PictureShelf(
            read: { name in self.kept.withLock { $0[name] } },
            keep: { name, bytes in self.kept.withLock { $0[name] = bytes } })
    }
}
