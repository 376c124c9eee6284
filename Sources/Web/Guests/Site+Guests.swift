import Accounts
import Agenda
import Household
import Plants
import Recognition

extension Site {
    /// The folder of the pages of guests, each under its secret.
    static let guests = "/g"
    static let guest = Address<String>("/g/:secret")
    static let guestDone = Address<String, Chore.ID>("/g/:secret/chores/:id/done")
    static let guestUndo = Address<String, Int>("/g/:secret/log/:number/undo")
    static let guestPhotographs = Address<String, Plant.ID>("/g/:secret/plants/:id/photographs")
    static let guestPicture = Address<String, Photograph.ID>("/g/:secret/photographs/:id/thumbnail.jpg")

    /// The list of the links, for the people of the household.
    static let guestLinks = "/guests"
    static let endGuestLink = Address<GuestLink.ID>("/guests/:id/end")
}
