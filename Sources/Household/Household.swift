package import FoundationEssentials
package import Logging
package import Messages
package import Recognition

/// The application: one household and all operations of its pages, its API and its commands.
///
/// An identifier and its capabilities, each a struct with its own dependencies. The verbs of a capability are in files
/// beside it, as `PlantCollection+….swift`. The composition root creates one value.
package struct Household: Sendable {
    /// The identifier of a household; every row of the store contains it.
    package typealias ID = Identifier<Household>

    package let id: ID
    /// The available settings, and their current values.
    package let settings: HomeSettings
    package let identifications: Identifications
    package let planning: CarePlanning
    package let collection: PlantCollection
    package let ownPlants: OwnPlants
    package let agenda: ChoreAgenda
    package let larder: ProductLarder
    package let stock: FoodStock
    package let accounts: AccountDirectory
    package let network: NetworkAccess
    package let guests: GuestAccess
    package let backups: HouseBackups
    package let restore: HouseRestore
    package let requests: RepeatedRequests
    package let examples: ExampleHouse
    /// The signals, posted after every change that a worker or an open page may have to read.
    package let signals: ChangeSignals
    private let allPhotographs: PhotographCollection
    private let allMedicines: MedicineCabinet
    private let allReminders: ReminderCenter
    let livePolicy: LivePolicy
    let reachability: Reachability
    let records: any Records
    let environment: Environment
    /// The languages of pages and notices.
    package let localizations: Localizations

    /// Creates the household to which `records` are bound.
    package init(
        records: any Records, archive: PhotographArchive, pictureProcessor: PictureProcessor,
        inquirer: Inquirer, livePolicy: LivePolicy, signals: ChangeSignals, careServices: CareServices,
        noticeServices: NoticeServices, foodServices: FoodServices, labelServices: LabelServices,
        credentials: CredentialServices, networkServices: NetworkServices,
        backupServices: BackupServices = .unavailable,
        restoreServices: RestoreServices = .unavailable, localizations: Localizations = .onlyEnglish,
        environment: Environment, logger: Logger
    ) {
        let id = records.household
        let records = records.planning(.init(careServices, environment))
        let reading = HomeReading(records: records, careServices: careServices, environment: environment)
        let secrets = HouseholdSecrets(
            id: id, records: records, secretBox: noticeServices.secretBox, logger: logger)
        accounts = AccountDirectory(
            records: records, services: credentials, secrets: secrets, environment: environment)
        network = NetworkAccess(
            records: records, accounts: accounts, services: networkServices, environment: environment)
        requests = RepeatedRequests(records: records, services: credentials, environment: environment)
        backups = HouseBackups(services: backupServices, accounts: accounts, environment: environment)
        restore = HouseRestore(
            services: restoreServices, backups: backupServices, accounts: accounts, environment: environment)
        self.id = id
        self.records = records
        self.signals = signals
        self.localizations = localizations
        self.livePolicy = livePolicy
        reachability = inquirer.reachability
        self.environment = environment
        let photographs = PhotographCollection(
            records: records, archive: archive, pictureProcessor: pictureProcessor, environment: environment,
            logger: logger)
        allPhotographs = photographs
        identifications = Identifications(
            records: records, photographs: photographs, inquirer: inquirer, livePolicy: livePolicy,
            signals: signals, environment: environment, logger: logger)
        planning = CarePlanning(
            records: records, settings: reading, careServices: careServices, reachability: reachability,
            signals: signals, environment: environment, logger: logger)
        settings = HomeSettings(
            records: records, reading: reading, planning: planning, careServices: careServices,
            livePolicy: livePolicy, signals: signals, identifications: identifications)
        collection = PlantCollection(
            records: records, settings: reading, planning: planning, identifications: identifications,
            careServices: careServices, signals: signals, environment: environment)
        ownPlants = OwnPlants(
            records: records, photographs: photographs, recogniser: inquirer.recogniser, livePolicy: livePolicy,
            logger: logger)
        agenda = ChoreAgenda(records: records, settings: reading, planning: planning)
        guests = GuestAccess(
            records: records, accounts: accounts, agenda: agenda, planning: planning, photographs: photographs,
            environment: environment)
        let medicines = MedicineCabinet(
            records: records, settings: reading, photographs: photographs, services: labelServices,
            secretBox: noticeServices.secretBox,
            careServices: careServices, reachability: reachability, environment: environment, logger: logger)
        allMedicines = medicines
        larder = ProductLarder(
            id: id, records: records, settings: reading, secrets: secrets, services: foodServices,
            pictureProcessor: pictureProcessor, reachability: reachability, environment: environment, logger: logger)
        stock = FoodStock(
            records: records, settings: reading, reader: labelServices.reader, environment: environment)
        examples = ExampleHouse(
            records: records, settings: reading, collection: collection, agenda: agenda,
            medicines: medicines.seen(by: .household, in: records),
            seen: { medicines.seen(by: $0, in: records) }, environment: environment)
        allReminders = ReminderCenter(
            id: id, records: records, settings: reading, agenda: agenda,
            medicines: { medicines.seen(by: $0, in: records) }, secrets: secrets,
            services: noticeServices, localizations: localizations, environment: environment, logger: logger)
    }

    /// The medicines that the viewer sees.
    package func medicines(for viewer: MedicineViewer) -> MedicineCabinet {
        allMedicines.seen(by: viewer, in: records)
    }

    /// The channels, notices and calendars of the viewer.
    package func reminders(for viewer: MedicineViewer) -> ReminderCenter { allReminders.seen(by: viewer, in: records) }

    /// The photographs that the viewer sees: all but those of labels of other people.
    package func photographs(for viewer: MedicineViewer) -> PhotographCollection {
        allPhotographs.seen(by: viewer, in: records)
    }

    /// The policy in force; the settings page changes it.
    package var policy: Policy { livePolicy.current }

    /// Checks that data can be stored and that the model is available. Throws the first error.
    package func checkReadiness() async throws {
        try await records.check()
        try await allPhotographs.archive.check()
        _ = try identifications.recogniserAbout().get()
    }

    /// Clock and randomness, replaced in tests.
    package struct Environment: Sendable {
        package let now: @Sendable () -> Date
        /// The time of a monotonic clock, since an arbitrary start.
        package let steady: @Sendable () -> Duration
        /// Returns a new name of letters and digits, different from all earlier ones.
        package let uniqueName: @Sendable () -> String
        /// Suspends for a duration; throws if the task is cancelled.
        package let pause: @Sendable (Duration) async throws -> Void
        /// A random number from 0 to 1.
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

    /// The current time of the household's clock.
    package func now() -> Date { environment.now() }
    /// The time of a monotonic clock, since an arbitrary start.
    package func steady() -> Duration { environment.steady() }
    /// Suspends for a duration. Throws if the task is cancelled.
    package func pause(for time: Duration) async throws { try await environment.pause(time) }

    /// Posts a signal after each commit of another process, until the task is cancelled.
    package func followOtherProcesses() async { await records.followOtherProcesses() }
    /// Posts a signal when the network changes, until the task is cancelled.
    package func followNetwork() async {
        for await _ in reachability.changes() { signals.post(.service) }
    }
    /// The current network connection and each change; ends when the observation ends.
    package func networkChanges() -> AsyncStream<Reachability.Link?> { reachability.changes() }
}

extension Household: CustomStringConvertible, CustomReflectable {
    /// The identifier only, because logs must not contain the configuration.
    package var description: String { "Household(\(id))" }
    package var customMirror: Mirror { Mirror(self, children: ["id": id.rawValue], displayStyle: .struct) }
}

extension Household.Environment {
    func newIdentifier<Subject>(_: Subject.Type = Subject.self) throws(HouseholdError) -> Identifier<Subject> {
        guard let identifier = Identifier<Subject>(uniqueName()) else {
            throw HouseholdError(
                .internalFault,
                localized("No name could be made for a new \(String(describing: Subject.self), "type")."))
        }
        return identifier
    }
}
