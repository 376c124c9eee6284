package import Foundation

/// The names of backups: `stillroom-20261123-185501.tar`, with `.age` behind it if it is locked; those of the schedule are
/// `stillroom-scheduled-1a2b3c4d-20261123-185501.tar`, with the identifier of their data folder. The time is that of UTC,
/// and no character is refused by the file system of a memory stick.
package struct BackupName: Sendable, Hashable, Comparable {
    package let text: String
    package let madeAt: Date
    /// Whether the schedule made it, which removes only its own backups.
    package let isScheduled: Bool
    /// Which data folder the schedule made it of, eight hexadecimal digits; nil for other backups.
    package let folderID: String?
    package let isLocked: Bool

    private static let prefix = "stillroom-"
    private static let scheduled = "stillroom-scheduled-"

    /// With a `folderID`, the schedule makes the backup.
    package init(at time: Date, folderID: String? = nil, isLocked: Bool) {
        madeAt = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))
        isScheduled = folderID != nil
        self.folderID = folderID
        self.isLocked = isLocked
        text =
            (folderID.map { "\(Self.scheduled)\($0)-" } ?? Self.prefix) + Self.text(of: time)
            + (isLocked ? ".tar.age" : ".tar")
    }

    /// A random identifier of a data folder.
    package static func newFolderID() -> String { String(Disk.uniqueName().prefix(folderIDLength)) }
    private static let folderIDLength = 8

    /// Returns nil for the name of another file.
    package init?(_ name: String) {
        isLocked = name.hasSuffix(".tar.age")
        guard isLocked || name.hasSuffix(".tar") else { return nil }
        isScheduled = name.hasPrefix(Self.scheduled)
        guard isScheduled || name.hasPrefix(Self.prefix) else { return nil }
        let rest = name.dropFirst((isScheduled ? Self.scheduled : Self.prefix).count).dropLast(isLocked ? 8 : 4)
        // A daily backup without an identifier is of no known data folder.
        let parts = rest.split(separator: "-", omittingEmptySubsequences: false)
        let hasFolderID = isScheduled && parts.count == 3
        if hasFolderID, parts[0].count != Self.folderIDLength || !parts[0].allSatisfy(\.isHexDigit) { return nil }
        folderID = hasFolderID ? String(parts[0]) : nil
        guard let time = Self.time(String(hasFolderID ? rest.dropFirst(Self.folderIDLength + 1) : rest)) else {
            return nil
        }
        madeAt = time
        text = name
    }

    package static func < (left: Self, right: Self) -> Bool { (left.madeAt, left.text) < (right.madeAt, right.text) }

    /// As `20261123-185501`.
    static func text(of time: Date) -> String {
        let iso = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down)).formatted(.iso8601)
        return iso.replacing("-", with: "").replacing(":", with: "").replacing("T", with: "-").replacing("Z", with: "")
    }

    private static func time(_ text: String) -> Date? {
        let digits = Array(text)
        guard digits.count == 15, digits[8] == "-", text.filter(\.isNumber).count == 14 else { return nil }
        func part(_ range: Range<Int>) -> String { String(digits[range]) }
        let iso =
            "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(9..<11)):\(part(11..<13)):\(part(13..<15))Z"
        guard let time = try? Date(iso, strategy: .iso8601), self.text(of: time) == text else { return nil }
        return time
    }
}
