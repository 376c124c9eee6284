import Household
import Plants
import Recognition

extension Site {
    static let plants = "/plants"
    static let newPlant = "/plants/new"
    static let species = "/plants/species"
    static let speciesSearch = "/plants/species/search"
    static let plant = Address<Plant.ID>("/plants/:id")
    // What the forms of a plant's page change.
    static let renamePlant = plant.appending("name")
    static let placePlant = plant.appending("place")
    static let plantCare = plant.appending("care")
    static let plantTime = plant.appending("time")
    static let plantLearning = plant.appending("learning")
    static let plantNotes = plant.appending("notes")
    static let removeNote = Address<Plant.ID, Int>("/plants/:id/notes/:number/remove")
    static let plantPhotographs = plant.appending("photographs")
    static let removePlantPhotograph = Address<Plant.ID, Photograph.ID>("/plants/:id/photographs/:photograph/remove")
    static let plantChores = plant.appending("chores")
    static let archivePlant = plant.appending("archive")
    static let unarchivePlant = plant.appending("unarchive")
    static let removePlant = plant.appending("remove")
    static let restorePlant = plant.appending("restore")

    static func collection(as format: CollectionFormat) -> String { API.collection.with(["format": format.rawValue]) }
}

extension Site.API {
    static let plants = "/api/plants"
    static let plant = Address<Plant.ID>("/api/plants/:id")
    static let plantCare = plant.appending("care")
    static let plantChores = plant.appending("chores")
    static let plantLearning = plant.appending("learning")
    static let plantNotes = plant.appending("notes")
    static let plantNote = Address<Plant.ID, Int>("/api/plants/:id/notes/:number")
    static let plantPhotographs = plant.appending("photographs")
    static let plantPhotograph = Address<Plant.ID, Photograph.ID>("/api/plants/:id/photographs/:photograph")
    static let restorePlant = plant.appending("restore")
    static let removedPlants = "/api/removed-plants"
    static let rooms = "/api/rooms"
    static let collection = "/api/collection"
    static let care = "/api/care"
    static let species = "/api/species"
}
