package import FoundationEssentials

/// When the doses of one medicine are taken. Made only from confirmed directions and a person's answers; no default
/// values are assumed.
package struct DosePlan: Sendable, Hashable, Codable {
    /// 1–64 letters, digits, hyphens or underscores.
    package struct ID: RawRepresentable, Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }
        package var description: String { rawValue }
        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The plan from one time until the next revision. Earlier revisions and their doses are kept.
    package struct Revision: Sendable, Hashable, Codable {
        /// Counted from 1.
        package let number: Int
        package let medicine: Medicine
        package let answers: Answers
        /// The steps as the person saw them in the preview; later versions of the software do not change them.
        package let steps: [Step]
        /// The end of the repetition; nil if the steps do not repeat.
        package let repeating: Limit?
        /// The identifier of the zone of the clock times.
        package let zone: String
        /// The first instant of the revision.
        package let from: Date
    }

    /// A period without doses. The doses are not made up for afterwards.
    package struct Pause: Sendable, Hashable, Codable {
        package let from: Date
        /// nil while the pause lasts.
        package fileprivate(set) var until: Date?

        func holds(_ instant: Date) -> Bool { instant >= from && instant < until ?? .distantFuture }
    }

    package let id: ID
    package let medicine: Medicine.ID
    private let first: Revision
    private var later: [Revision]
    package private(set) var pauses: [Pause]
    /// The end of the plan; there are no doses after it.
    package private(set) var ended: Date?
    /// Zones of the household in which a person chose to keep the plan's own zone.
    package private(set) var keptIn: [String]

    package init(id: ID, medicine: Medicine.ID, first: Revision) {
        self.id = id
        self.medicine = medicine
        self.first = first
        later = []
        pauses = []
        keptIn = []
    }

    /// In ascending order of their numbers.
    package var revisions: [Revision] { [first] + later }
    package var latest: Revision { later.last ?? first }
    package var isPaused: Bool { pauses.last.map { $0.until == nil } ?? false }
}

// MARK: - Changes by a person

extension DosePlan {
    /// Why a change is not possible.
    package enum ChangeError: Error, Sendable, Hashable {
        /// The number is not the next one.
        case revision(expected: Int)
        /// The change begins before an earlier change.
        case tooEarly
        case alreadyPaused
        case notPaused
        case alreadyEnded
    }

    /// Adds a revision, which must be confirmed again. The previous revision keeps its doses up to the change. Throws
    /// `ChangeError`.
    package mutating func revise(_ revision: Revision) throws(ChangeError) {
        guard ended == nil else { throw .alreadyEnded }
        guard revision.number == latest.number + 1 else { throw .revision(expected: latest.number + 1) }
        guard revision.from >= latest.from else { throw .tooEarly }
        append(revision)
    }

    mutating func append(_ revision: Revision) { later.append(revision) }

    package mutating func pause(at instant: Date) throws(ChangeError) {
        guard ended == nil else { throw .alreadyEnded }
        guard !isPaused else { throw .alreadyPaused }
        guard pauses.last?.until.map({ $0 <= instant }) ?? true else { throw .tooEarly }
        pauses.append(Pause(from: instant, until: nil))
    }

    package mutating func resume(at instant: Date) throws(ChangeError) {
        guard ended == nil else { throw .alreadyEnded }
        guard isPaused else { throw .notPaused }
        guard pauses[pauses.count - 1].from <= instant else { throw .tooEarly }
        pauses[pauses.count - 1].until = instant
    }

    package mutating func end(at instant: Date) throws(ChangeError) {
        guard ended == nil else { throw .alreadyEnded }
        ended = instant
    }

    /// Removes the end.
    package mutating func reopen() { ended = nil }

    /// Records that the person keeps the plan's zone while the household is in `zone`.
    package mutating func keep(in zone: String) {
        if !keptIn.contains(zone) { keptIn.append(zone) }
    }
}
