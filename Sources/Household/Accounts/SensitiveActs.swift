package import Accounts
import Synchronization

/// Collects the sensitive acts of one request, for the log of accounts. The verb that performs an act reports it; who did
/// it, and at which address, is known to the server only.
///
/// Without a collector, as in a command, nothing is collected: a command has no signed-in person.
package final class SensitiveActs: Sendable {
    /// The collector of the current task.
    @TaskLocal package static var current: SensitiveActs?

    package struct Act: Sendable, Hashable {
        package let kind: AccountEvent.Kind
        package let subject: String?
    }

    private let acts = Mutex<[Act]>([])

    package init() {}

    /// In the order in which they were reported.
    package var all: [Act] { acts.withLock { $0 } }

    /// Reports an act that was performed. `subject` is stored in the log, which every owner reads, so it has no names of
    /// medicines.
    static func report(_ kind: AccountEvent.Kind, _ subject: String? = nil) {
        current?.acts.withLock { $0.append(Act(kind: kind, subject: subject)) }
    }

    /// Reports that the key or the account of a service was set, or removed if there was one.
    static func report(keptKey isSet: Bool, of service: String, wasPresent: Bool) {
        if isSet { report(.keySet, service) } else if wasPresent { report(.keyRemoved, service) }
    }
}
