public import Foundation

/// When the doses of one medicine are taken. Made only from confirmed directions and a person's answers; no default
/// values are assumed.
public struct DosePlan: Sendable, Hashable, Codable {
    /// 1–64 letters, digits, hyphens or underscores. Not checked here.
    public struct ID: RawRepresentable, Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
        /// The identifier as text; this type does not check its form.
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public var description: String { rawValue }
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The plan from one time until the next revision. Earlier revisions and their doses are kept.
    public struct Revision: Sendable, Hashable, Codable {
        /// Counted from 1.
        public let number: Int
        /// The medicine as it was confirmed for this revision.
        public let medicine: Medicine
        /// The person's answers from which the steps were made.
        public let answers: Answers
        /// The steps as the person saw them in the preview; later versions of the software do not change them.
        public let steps: [Step]
        /// The end of the repetition; nil if the steps do not repeat.
        public let repeating: Limit?
        /// The identifier of the zone of the clock times.
        public let zone: String
        /// The first instant of the revision.
        public let from: Date
    }

    /// A period without doses. The doses are not made up for afterwards.
    public struct Pause: Sendable, Hashable, Codable {
        /// The first instant without doses.
        public let from: Date
        /// nil while the pause lasts.
        public fileprivate(set) var until: Date?

        func holds(_ instant: Date) -> Bool { instant >= from && instant < until ?? .distantFuture }
    }

    /// The identifier of the plan; the identifiers of its doses begin with it.
    public let id: ID
    /// The identifier of the medicine whose doses are planned.
    public let medicine: Medicine.ID
    private let first: Revision
    private var later: [Revision]
    /// The pauses in order of time; only the last one may have no end.
    public private(set) var pauses: [Pause]
    /// The end of the plan; there are no doses after it.
    public private(set) var ended: Date?
    /// Zones of the household in which a person chose to keep the plan's own zone.
    public private(set) var keptIn: [String]

    public init(id: ID, medicine: Medicine.ID, first: Revision) {
        self.id = id
        self.medicine = medicine
        self.first = first
        later = []
        pauses = []
        keptIn = []
    }

    /// In ascending order of their numbers.
    public var revisions: [Revision] { [first] + later }
    /// The revision with the highest number.
    public var latest: Revision { later.last ?? first }
    /// True if the last pause has no end.
    public var isPaused: Bool { pauses.last.map { $0.until == nil } ?? false }
}

// MARK: - Changes by a person

extension DosePlan {
    /// Why a change is not possible.
    public enum ChangeError: Error, Sendable, Hashable {
        /// The number is not the next one.
        case revision(expected: Int)
        /// The change begins before an earlier change.
        case tooEarly
        /// A plan in a pause cannot be paused.
        case alreadyPaused
        /// A plan that is not in a pause cannot be resumed.
        case notPaused
        /// A plan that has ended cannot be changed before it is reopened.
        case alreadyEnded
    }

    /// Adds a revision, which must be confirmed again. The previous revision keeps its doses up to the change. Throws
    /// `ChangeError`.
    public mutating func revise(_ revision: Revision) throws(ChangeError) {
        guard ended == nil else { throw .alreadyEnded }
        guard revision.number == latest.number + 1 else { throw .revision(expected: latest.number + 1) }
        guard revision.from >= latest.from else { throw .tooEarly }
        append(revision)
    }

    mutating func append(_ revision: Revision) { later.append(revision) }

    /// Begins a pause. Throws `alreadyEnded`, `alreadyPaused`, or `tooEarly` if the last pause ends after the instant.
    public mutating func pause(at instant: Date) throws(ChangeError) {
        guard ended == nil else { throw .alreadyEnded }
        guard !isPaused else { throw .alreadyPaused }
        guard pauses.last?.until.map({ $0 <= instant }) ?? true else { throw .tooEarly }
        pauses.append(Pause(from: instant, until: nil))
    }

    /// Ends the pause. Throws `alreadyEnded`, `notPaused`, or `tooEarly` if the pause begins after the instant.
    public mutating func resume(at instant: Date) throws(ChangeError) {
        guard ended == nil else { throw .alreadyEnded }
        guard isPaused else { throw .notPaused }
        guard pauses[pauses.count - 1].from <= instant else { throw .tooEarly }
        pauses[pauses.count - 1].until = instant
    }

    /// Ends the plan at the instant. Throws `alreadyEnded` if it has an end already.
    public mutating func end(at instant: Date) throws(ChangeError) {
        guard ended == nil else { throw .alreadyEnded }
        ended = instant
    }

    /// Removes the end.
    public mutating func reopen() { ended = nil }

    /// Records that the person keeps the plan's zone while the household is in `zone`.
    public mutating func keep(in zone: String) {
        if !keptIn.contains(zone) { keptIn.append(zone) }
    }
}
