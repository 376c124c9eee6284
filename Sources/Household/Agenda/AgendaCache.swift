import Agenda
import Calendar
import FoundationEssentials
import Synchronization

/// Keeps the latest views of the agenda while nothing in the household changes.
///
/// A view depends on the query, on the rows of the household, which have a version, on the day, and on the tasks that are
/// snoozed at the time. A change by another process has a later version, too. What has no version, as a change by a node of
/// an earlier release, or data that were replaced under a running server, is seen after `longest`.
final class AgendaCache: Sendable {
    struct Key: Hashable {
        let version: Int64
        let query: AgendaQuery
    }

    private struct Entry {
        let key: Key
        let view: AgendaView
        /// When the first snooze ends; nil if no task is snoozed.
        let end: Date?
        /// On the steady clock.
        let madeAt: Duration
        var size: Int { view.items.count + view.open.count }
    }

    private static let longest = Duration.seconds(30)
    private let viewLimit: Int
    private let itemLimit: Int
    /// The one that was used last at the end.
    private let entries = Mutex<[Entry]>([])

    /// `viewLimit` is the number of views that are kept, `itemLimit` that of all their items.
    init(viewLimit: Int = 8, itemLimit: Int = 60_000) {
        self.viewLimit = viewLimit
        self.itemLimit = itemLimit
    }

    /// Returns the view of the key as of now; nil if there is none, or if it is not valid any more. `clock` returns the
    /// time of the view's home, and `steady` that of the steady clock.
    func view(
        _ key: Key, steady: Duration, at clock: (Home) throws -> WallClock
    ) rethrows -> AgendaView? {
        let found = entries.withLock { entries in
            // A version that is not reached yet: the data were replaced by older ones.
            entries.removeAll { $0.key.version > key.version || steady - $0.madeAt > Self.longest }
            return entries.first { $0.key == key }
        }
        guard let entry = found else { return nil }
        let now = try clock(entry.view.home), then = entry.view.clock
        guard now.zone == then.zone, now.day == then.day, now.instant >= then.instant,
            entry.end.map({ now.instant < $0 }) ?? true
        else { return nil }
        entries.withLock { entries in
            guard let place = entries.firstIndex(where: { $0.key == key }) else { return }
            entries.append(entries.remove(at: place))
        }
        return entry.view.at(now)
    }

    /// Keeps a view that was made from rows of this version or a later one.
    func keep(_ view: AgendaView, for key: Key, steady: Duration) {
        guard view.items.count + view.open.count <= itemLimit else { return }
        var end: Date?
        for items in [view.items, view.open] {
            for item in items {
                guard let until = item.chore.snoozedUntil, until > view.clock.instant else { continue }
                end = min(end ?? until, until)
            }
        }
        let entry = Entry(key: key, view: view, end: end, madeAt: steady)
        entries.withLock { entries in
            // No request can ask for the older version any more.
            guard !entries.contains(where: { $0.key.version > key.version }) else { return }
            entries.removeAll { $0.key.version < key.version || $0.key == key }
            entries.append(entry)
            while entries.count > viewLimit || entries.reduce(0, { $0 + $1.size }) > itemLimit { entries.removeFirst() }
        }
    }
}
