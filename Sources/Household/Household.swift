package import FoundationEssentials
package import Logging
package import Recognition

/// The application: what a household can do, whatever face it does it through.
///
/// A value made once by the composition root; its verbs are in `Household+….swift`.
package struct Household: Sendable {
    /// Whose photographs and plants these are; every row carries it.
    package typealias ID = Identifier<Household>

    package let id: ID
    /// What can be set, and what is set.
    package let settings: HomeSettings
    package let photographs: PhotographCollection
    package let identifications: Identifications
    package let planning: CarePlanning
    package let collection: PlantCollection
    package let agenda: ChoreAgenda
    package let reminders: ReminderCenter
    package let larder: ProductLarder
    package let medicines: MedicineCabinet
    package let inquirer: Inquirer
    package let careServices: CareServices
    let records: any Records
    let environment: Environment

    package init(
        id: ID, records: any Records, archive: PhotographArchive, pictureProcessor: PictureProcessor,
        inquirer: Inquirer, careServices: CareServices, noticeServices: NoticeServices, foodServices: FoodServices,
        labelServices: LabelServices, environment: Environment, logger: Logger
    ) {
        let records = records.planning(.init(careServices, environment))
        let reading = HomeReading(id: id, records: records, careServices: careServices, environment: environment)
        let secrets = HouseholdSecrets(
            id: id, records: records, secretBox: noticeServices.secretBox, logger: logger)
        self.id = id
        self.records = records
        self.inquirer = inquirer
        self.careServices = careServices
        self.environment = environment
        photographs = PhotographCollection(
            id: id, records: records, archive: archive, pictureProcessor: pictureProcessor, environment: environment,
            logger: logger)
        identifications = Identifications(
            id: id, records: records, photographs: photographs, inquirer: inquirer, environment: environment,
            logger: logger)
        planning = CarePlanning(
            id: id, records: records, settings: reading, careServices: careServices, inquirer: inquirer,
            environment: environment, logger: logger)
        settings = HomeSettings(
            id: id, records: records, reading: reading, planning: planning, careServices: careServices,
            inquirer: inquirer, identifications: identifications)
        collection = PlantCollection(
            id: id, records: records, settings: reading, planning: planning, identifications: identifications,
            careServices: careServices, inquirer: inquirer, environment: environment, logger: logger)
        agenda = ChoreAgenda(
            id: id, records: records, settings: reading, planning: planning, environment: environment)
        medicines = MedicineCabinet(
            id: id, records: records, settings: reading, photographs: photographs, services: labelServices,
            secretBox: noticeServices.secretBox,
            careServices: careServices, inquirer: inquirer, environment: environment, logger: logger)
        larder = ProductLarder(
            id: id, records: records, settings: reading, secrets: secrets, services: foodServices,
            pictureProcessor: pictureProcessor, inquirer: inquirer, environment: environment, logger: logger)
        reminders = ReminderCenter(
            id: id, records: records, settings: reading, agenda: agenda, medicines: medicines, secrets: secrets,
            services: noticeServices, environment: environment, logger: logger)
    }

    /// What holds now; the settings page changes it.
    package var policy: Policy { inquirer.desk.policy }

    /// Whether everything that must be kept can be kept, and the model can be asked. Throws what is wrong.
    package func checkReadiness() async throws {
        try await records.check()
        try await photographs.archive.check()
        _ = try inquirer.recogniser.about().get()
    }

    /// Time and chance, which tests hold still.
    package struct Environment: Sendable {
        package let now: @Sendable () -> Date
        /// Time that nobody can set, since some beginning.
        package let steady: @Sendable () -> Duration
        /// Letters and digits nobody has used before.
        package let uniqueName: @Sendable () -> String
        /// Lets time pass; throws when the task is cancelled first.
        package let pause: @Sendable (Duration) async throws -> Void
        /// A number from 0 to 1.
        package let chance: @Sendable () -> Double

        package init(
            now: @escaping @Sendable () -> Date, steady: @escaping @Sendable () -> Duration = { .zero },
            uniqueName: @escaping @Sendable () -> String,
            pause: @escaping @Sendable (Duration) async throws -> Void, chance: @escaping @Sendable () -> Double
        ) {
            self.now = now
            self.steady = steady
            self.uniqueName = uniqueName
            self.pause = pause
            self.chance = chance
        }
    }

    /// The time by the household's clock.
    package func now() -> Date { environment.now() }
    /// Time that nobody can set, since some beginning.
    package func steady() -> Duration { environment.steady() }
    /// Lets time pass. Throws when the task is cancelled first.
    package func pause(for time: Duration) async throws { try await environment.pause(time) }

    /// Posted after every change that a worker or an open page may have to look at.
    package var signals: ChangeSignals { inquirer.desk.signals }

    /// Posts a signal after each commit of another process, until the task is cancelled.
    package func followOtherProcesses() async { await records.followOtherProcesses() }
    /// Posts a signal when the network changes, until the task is cancelled.
    package func followNetwork() async {
        for await _ in inquirer.reachability.changes() { signals.post(.service) }
    }
}

extension Household: CustomStringConvertible, CustomReflectable {
    /// Its name alone: what it is set up with is nobody's who reads a log.
    package var description: String { "Household(\(id))" }
    package var customMirror: Mirror { Mirror(self, children: ["id": id.rawValue], displayStyle: .struct) }
}

extension Household.Environment {
    func newIdentifier<Subject>(_: Subject.Type = Subject.self) throws(HouseholdError) -> Identifier<Subject> {
        guard let identifier = Identifier<Subject>(uniqueName()) else {
            throw HouseholdError(.internalFault, "No name could be made for a new \(Subject.self).")
        }
        return identifier
    }
}
