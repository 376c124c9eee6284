import Accounts
import Doses
import Household
import Messages
import Recognition

/// The words about the person who logged a dose.
enum DoseAuthor {
    /// Returns the name of the person; nil if the person is unknown or is the viewer.
    static func name(_ author: DoseLog.Author?, besides viewer: MedicineViewer = .machine) -> String? {
        guard let author, author.account != viewer.account?.rawValue else { return nil }
        return Wording.short(author.name, 60)
    }

    /// Returns for example " by Ben" for the end of an entry of a list; nothing if there is no name.
    static func words(_ author: DoseLog.Author?, besides viewer: MedicineViewer = .machine) -> String {
        guard let name = name(author, besides: viewer) else { return "" }
        return " " + localized("by \(name, "person")", context: "who logged a dose")
    }
}
