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
    let records: any Records
    let archive: PhotographArchive
    let pictureProcessor: PictureProcessor
    let recogniser: Recogniser
    package let inquirer: Inquirer
    package let careServices: CareServices
    package let noticeServices: NoticeServices
    package let foodServices: FoodServices
    package let labelServices: LabelServices
    let environment: Environment
    let logger: Logger
    let sweeps = PhotographSweeps()

    package init(
        id: ID, records: any Records, archive: PhotographArchive, pictureProcessor: PictureProcessor,
        inquirer: Inquirer,
        careServices: CareServices, noticeServices: NoticeServices, foodServices: FoodServices,
        labelServices: LabelServices, environment: Environment, logger: Logger
    ) {
        self.id = id
        self.records = records.planning(.init(careServices, environment))
        self.archive = archive
        self.pictureProcessor = pictureProcessor
        self.recogniser = inquirer.recogniser
        self.inquirer = inquirer
        self.careServices = careServices
        self.noticeServices = noticeServices
        self.foodServices = foodServices
        self.labelServices = labelServices
        self.environment = environment
        self.logger = logger
    }

    /// What holds now; the settings page changes it.
    package var policy: Policy { inquirer.desk.policy }

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

    func newIdentifier<Subject>(_: Subject.Type = Subject.self) throws(HouseholdError) -> Identifier<Subject> {
        guard let identifier = Identifier<Subject>(environment.uniqueName()) else {
            throw HouseholdError(.internalFault, "No name could be made for a new \(Subject.self).")
        }
        return identifier
    }
}

extension Household: CustomStringConvertible, CustomReflectable {
    /// Its name alone: what it is set up with is nobody's who reads a log.
    package var description: String { "Household(\(id))" }
    package var customMirror: Mirror { Mirror(self, children: ["id": id.rawValue], displayStyle: .struct) }
}
