import Plants
import Recognition

extension Site {
    /// The form that takes a photograph.
    static let photograph = "/photograph"
    static let photographs = "/photographs"
    /// The share target of the installed app.
    static let share = "/share"
    static let picture = Address<Photograph.ID, PictureFile>("/photographs/:id/:file")
    /// The folder of the identifications' addresses.
    static let identifications = "/identifications"
    static let identification = Address<Identification.ID>("/identifications/:id")
    /// Adds a photograph of the same plant from another angle.
    static let angles = identification.appending("photographs")
    static let secondOpinion = identification.appending("second-opinion")
    static let stopWaiting = identification.appending("stop-waiting")
    static let keep = identification.appending("keep")
    /// Adds the photographs to a plant of the household.
    static let ownPlant = identification.appending("own-plant")
    static let noneOfThese = identification.appending("none-of-these")

    static func display(_ id: Photograph.ID) -> String { picture(id, .display) }
    static func thumbnail(_ id: Photograph.ID) -> String { picture(id, .thumbnail) }
    static func original(_ id: Photograph.ID) -> String { picture(id, .original) }
}

extension Site.API {
    static let photographs = "/api/photographs"
    static let photograph = Address<Photograph.ID>("/api/photographs/:id")
    static let photographIdentifications = photograph.appending("identifications")
    static let identifications = "/api/identifications"
    static let identification = Address<Identification.ID>("/api/identifications/:id")
    static let secondOpinion = identification.appending("second-opinion")
    static let identifiedPlant = identification.appending("plant")
    static let model = "/api/model"
    static let modelLabels = "/api/model/labels"
}
