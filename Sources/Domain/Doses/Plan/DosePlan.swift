package import FoundationEssentials

/// When the doses of one medicine are taken: made from confirmed directions and a person's own answers, never from
/// anything usual.
package struct DosePlan: Sendable, Hashable, Codable {
    /// 1–64 letters, digits, hyphens or underscores.
    package struct ID: RawRepresentable, Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }
        package var description: String { rawValue }
        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The plan from one time on, until the next revision. Old ones stay, with the doses they had.
    package struct Revision: Sendable, Hashable, Codable {
        /// From 1.
        package let number: Int
        package let medicine: Medicine
        package let answers: Answers
        /// What was made of both when the person saw the preview: later rules of ours do not change it.
        package let steps: [Step]
        /// For steps that come again and again: until when. Nothing where they do not.
        package let repeating: Limit?
        /// Whose clocks the times are of.
        package let zone: String
        /// Its doses are those from then on.
        package let from: Date
    }

    /// A time without doses; nothing is made up for it afterwards.
    package struct Pause: Sendable, Hashable, Codable {
        package let from: Date
        /// Nothing while it lasts.
        package fileprivate(set) var until: Date?

        func holds(_ instant: Date) -> Bool { instant >= from && instant < until ?? .distantFuture }
    }

    package let id: ID
    package let medicine: Medicine.ID
    private let first: Revision
    private var later: [Revision]
    package private(set) var pauses: [Pause]
    /// From then on there are no doses.
    package private(set) var ended: Date?
    /// Zones of the household in which a person chose to keep the plan's own.
    package private(set) var keptIn: [String]

    package init(id: ID, medicine: Medicine.ID, first: Revision) {
        self.id = id
        self.medicine = medicine
        self.first = first
        later = []
        pauses = []
        keptIn = []
    }

    /// In the order of their numbers.
    package var revisions: [Revision] { [first] + later }
    package var latest: Revision { later.last ?? first }
    package var isPaused: Bool { pauses.last.map { $0.until == nil } ?? false }
}

// MARK: - What a person changes

extension DosePlan {
    /// Why a plan cannot be changed so.
    package enum ChangeError: Error, Sendable, Hashable {
        /// Its number is not the next one.
        case revision(expected: Int)
        /// Before a change that is already made.
        case tooEarly
        case alreadyPaused
        case notPaused
        case alreadyEnded
    }

    /// A changed dose is a new revision, confirmed anew; the old one keeps its doses up to the change.
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

    /// The end was a mistake.
    package mutating func reopen() { ended = nil }

    /// The person chose the plan's own clocks while the household is in that zone.
    package mutating func keep(in zone: String) {
        if !keptIn.contains(zone) { keptIn.append(zone) }
    }
}
