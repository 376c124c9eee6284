import Accounts
import Logging
import Messages

/// The reminders of a household as one viewer sees them: channels, waiting and sent notices, their links, and calendars.
package struct ReminderCenter: Sendable {
    let id: Household.ID
    package private(set) var viewer: MedicineViewer
    /// Bound to the viewer.
    private(set) var records:
        any AccountRecords & ChannelRecords & ChoreRecords & FeedRecords & NoticeRecords & SecretRecords
    let settings: HomeReading
    let agenda: ChoreAgenda
    /// The medicines that a viewer sees.
    let medicines: @Sendable (MedicineViewer) -> MedicineCabinet
    let secrets: HouseholdSecrets
    package let services: NoticeServices
    let localizations: Localizations
    let environment: Household.Environment
    let logger: Logger
    /// More than 0 after the key of the links was found in the records. It is replaced, but never removed.
    let knownLinkKeys = SharedCount()

    init(
        id: Household.ID, records: any Records, settings: HomeReading, agenda: ChoreAgenda,
        medicines: @escaping @Sendable (MedicineViewer) -> MedicineCabinet, secrets: HouseholdSecrets,
        services: NoticeServices, localizations: Localizations, environment: Household.Environment, logger: Logger
    ) {
        viewer = .machine
        self.id = id
        self.records = records
        self.settings = settings
        self.agenda = agenda
        self.medicines = medicines
        self.secrets = secrets
        self.services = services
        self.localizations = localizations
        self.environment = environment
        self.logger = logger
    }

    /// Returns the reminders of the viewer; `records` are not bound to one.
    func seen(by viewer: MedicineViewer, in records: any Records) -> Self {
        var center = self
        center.viewer = viewer
        center.records = records.seen(by: viewer)
        return center
    }

    /// Returns the language and the habits of the notices and calendars of each account; nil stands for those of the
    /// household.
    func languages(in home: Home) async throws -> @Sendable (Account.ID?) -> Localization {
        let usual = home.language ?? .english
        let own = Dictionary(
            try await records.accounts().map { ($0.id, (language: $0.language ?? usual, habits: $0.habits)) },
            uniquingKeysWith: { first, _ in first })
        let (localizations, settings) = (localizations, settings)
        return { account in
            let (language, habits) = account.flatMap { own[$0] } ?? (usual, .init())
            return localizations(language).with(settings.habits(of: home, in: language, chosen: habits))
        }
    }
}
