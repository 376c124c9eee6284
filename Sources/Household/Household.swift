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
    package let policy: Policy
    let records: any Records
    let archive: PhotographArchive
    let darkroom: Darkroom
    let recogniser: Recogniser
    let world: World
    let logger: Logger

    package init(
        id: ID, policy: Policy, records: any Records, archive: PhotographArchive, darkroom: Darkroom,
        recogniser: Recogniser, world: World, logger: Logger
    ) {
        self.id = id
        self.policy = policy
        self.records = records
        self.archive = archive
        self.darkroom = darkroom
        self.recogniser = recogniser
        self.world = world
        self.logger = logger
    }

    /// Time and chance, which tests hold still.
    package struct World: Sendable {
        package let now: @Sendable () -> Date
        /// Letters and digits nobody has used before.
        package let uniqueName: @Sendable () -> String

        package init(now: @escaping @Sendable () -> Date, uniqueName: @escaping @Sendable () -> String) {
            self.now = now
            self.uniqueName = uniqueName
        }
    }

    /// The time by the household's clock.
    package func now() -> Date { world.now() }

    func newIdentifier<Subject>(_: Subject.Type = Subject.self) throws(HouseholdError) -> Identifier<Subject> {
        guard let identifier = Identifier<Subject>(world.uniqueName()) else {
            throw HouseholdError(.internalFault, "No name could be made for a new \(Subject.self).")
        }
        return identifier
    }
}
