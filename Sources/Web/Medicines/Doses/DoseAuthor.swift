import Accounts
import Doses
import Household
import Recognition

/// The words about the person who logged a dose.
enum DoseAuthor {
    /// Returns for example " by Ben" for the end of a sentence; nothing if the person is unknown or is the viewer.
    static func words(_ author: DoseLog.Author?, besides viewer: MedicineViewer = .machine) -> String {
        guard let author, author.account != viewer.account?.rawValue else { return "" }
        return " by \(Wording.short(author.name, 60))"
    }
}
