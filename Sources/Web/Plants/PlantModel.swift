import Calendar
import Foundation
import Household
import Messages
import Plants
import Recognition

/// The fields of a plant's page about the plant itself; pure.
struct PlantModel {
    /// A part of the page with its own form.
    enum Part: String {
        case name, place, care, time, notes, photographs, keeping

        var anchor: String? {
            switch self {
            case .name, .keeping: nil
            case .place, .notes, .photographs: rawValue
            case .care: "care"
            case .time: "schedule"
            }
        }
    }

    let plant: Plant
    let identification: Identification?
    let policy: Policy
    let clock: WallClock
    let units: Units
    var note: String?
    var fault: PlantPages.Fault?
    var rooms: [String] = []
    var notes: [PlantNote] = []
    var pictureDays: [Photograph.ID: LocalDay] = [:]
    /// The names of the guests who took photographs.
    var pictureGuests: [Photograph.ID: String] = [:]

    /// The largest number of photographs on the page.
    static let pictures = 60

    /// The common names that differ from the name of the plant.
    private var otherNames: [String] {
        (plant.taxon?.commonNames ?? []).filter { Plant.folded($0) != plant.nameKey }
    }

    var context: Fields {
        let isFirst = plant.photographs.isEmpty
        var context = Fields(
            name: plant.name, latin: plant.taxon?.scientificName ?? "", family: plant.taxon?.family ?? "",
            commonNames: Wording.list(otherNames),
            added: Wording.date(clock.zone.day(at: plant.addedAt)), hasPictures: !isFirst,
            photographs: pictureRows,
            pictureAction: Site.plantPhotographs(plant.id), renameAction: Site.renamePlant(plant.id),
            removeAction: Site.removePlant(plant.id), daysToRestore: String(RemovedPlant.days),
            species: plant.taxon?.scientificName ?? "",
            archiveAction: Site.archivePlant(plant.id), unarchiveAction: Site.unarchivePlant(plant.id),
            isArchived: plant.archive != nil, isKept: plant.archive == nil,
            reasons: Plant.Archive.Reason.allCases.map { OptionFields(value: $0.rawValue, word: Wording.word($0)) },
            noteAction: Site.plantNotes(plant.id), hasNotes: !notes.isEmpty, noteRows: noteRows,
            noteLimit: String(PlantNote.lengthLimit), place: place,
            drawn: PlantDrawing(of: plant.name, plant.taxon))
        context.roomName = plant.room
        if let first = plant.photographs.first {
            context.specimen = Specimen(display: Site.display(first), alt: pictureName(1))
        }
        if let archive = plant.archive { context.archivedWords = Wording.archived(archive) + "." }
        if let words = note.flatMap(Self.words) { context.note = words }
        if let fault {
            context.problem = Refusal(message: fault.message)
            if fault.part == .keeping, fault.field == "reason" { context.archiveFault = fault.message }
            if fault.part == .notes { context.typedNote = fault.typed["text"] ?? "" }
        }
        context.identified = identified
        return context
    }

    private var identified: Identified? {
        guard let identification,
            let chosen = identification.answer.candidates.first(where: {
                $0.taxon.scientificName == plant.taxon?.scientificName
            })
        else { return nil }
        let band = chosen.confidence.band(under: policy)
        return Identified(
            percent: Wording.percent(chosen.confidence), word: Wording.word(band), band: band.rawValue,
            width: Wording.width(chosen.confidence), source: Wording.source(identification.answer.source),
            model: identification.answer.model,
            when: Wording.date(clock.zone.day(at: identification.answer.answeredAt)),
            href: Site.identification(identification.id))
    }

    /// Newest first.
    private var pictureRows: [PictureRow] {
        let shown = Array(plant.photographs.enumerated()).suffix(Self.pictures).reversed()
        return shown.map { place, id in
            PictureRow(
                display: Site.display(id), thumbnail: Site.thumbnail(id),
                alt: pictureDays[id].map(pictureName) ?? pictureName(place + 1), when: pictureWhen(id),
                remove: Site.removePlantPhotograph(plant.id, id))
        }
    }

    private func pictureName(_ number: Int) -> String {
        let name = plant.name
        return localized("\(name, "plant"), photo \(number, "number")")
    }

    private func pictureName(_ day: LocalDay) -> String {
        let (name, date) = (plant.name, Wording.date(day))
        return localized("\(name, "plant") on \(date, "day")")
    }

    /// For example "3 May 2026, by the guest Ada"; empty if neither is known.
    private func pictureWhen(_ id: Photograph.ID) -> String {
        let day = pictureDays[id].map(Wording.shortDate)
        guard let guest = pictureGuests[id] else { return day ?? "" }
        guard let day else { return localized("by the guest \(guest, "guest")") }
        return localized("\(day, "day"), by the guest \(guest, "guest")")
    }

    private var noteRows: [NoteRow] {
        notes.map { note in
            NoteRow(
                lines: note.text.split(separator: "\n", omittingEmptySubsequences: false).map {
                    Line(line: String($0))
                },
                when: Wording.date(clock.zone.day(at: note.at)), remove: Site.removeNote(plant.id, note.number))
        }
    }

    private var place: Place {
        let typed = fault?.part == .place ? fault?.typed : nil
        let situation = plant.situation
        let width = situation.potDiameter.map { Units.text(units.length(centimetres: $0), places: 1) }
        var context = Place(
            action: Site.placePlant(plant.id), isOpen: typed != nil,
            room: typed?["room"] ?? plant.room ?? "", rooms: rooms.map { RoomChoice(room: $0) },
            places: Self.options(Situation.Place.self, typed?["place"] ?? situation.place.rawValue, Self.word),
            inGround: typed.map { $0["in-ground"] != nil } ?? situation.isInGround,
            pot: typed?["pot"] ?? width ?? "",
            potLabel: units == .metric
                ? localized("Pot width at the top, in centimetres")
                : localized("Pot width at the top, in inches"),
            materials: Self.options(
                Situation.Material.self, typed?["material"] ?? situation.material?.rawValue ?? "", Self.word),
            spots: Self.options(Situation.Spot.self, typed?["spot"] ?? situation.spot.rawValue, Self.word),
            lamp: typed.map { $0["lamp"] != nil } ?? situation.hasGrowLamp,
            wasPot: typed?["was-pot"] ?? width ?? "", units: units.rawValue,
            wasRepotted: typed?["was-repotted"] ?? situation.repotted?.description ?? "",
            repotted: typed?["repotted"] ?? situation.repotted?.description ?? "", today: clock.day.description,
            season: typed.map { $0["season"] != nil } ?? situation.followsSeason, words: placeWords)
        if let fault, fault.part == .place {
            if fault.field == "repotted" { context.dayFault = fault.message } else { context.potFault = fault.message }
        }
        return context
    }

    /// For example "Kitchen, indoors, 14 cm clay pot, bright spot".
    private var placeWords: String {
        let situation = plant.situation
        return [
            plant.room, situation.place.words,
            situation.isRootedInGround ? localized("in the ground") : situation.potWords(in: units),
            spotWords, situation.hasGrowLamp ? localized("under a grow lamp") : nil,
            situation.repotted.map(Self.repotted),
        ].compactMap { $0 }.joined(separator: ", ")
    }

    /// Nil for the usual spot.
    private var spotWords: String? {
        switch plant.situation.spot {
        case .shaded: localized("shady, or far from a window")
        case .usual: nil
        case .bright: localized("sunny, with midday sun")
        }
    }

    private static func repotted(on day: LocalDay) -> String {
        let date = Wording.date(day)
        return localized("repotted on \(date, "day")")
    }

    /// Returns the places as options of a form.
    static func places(chosen: String) -> [OptionFields] { options(Situation.Place.self, chosen, word) }

    /// Says plainly that the care is not that of the plant's own species; nil if it is. The name of a genus or family
    /// that a person chose needs no words: the tiles name their sources.
    static func generalCare(
        _ taxon: Taxon?, _ basis: (basis: CarePlanning.Basis, name: String?), _ plan: CarePlan
    ) -> String? {
        guard let taxon else {
            return localized(
                """
                General care is used, because Stillroom does not know which plant this is. Enter its species below, or \
                change the values.
                """)
        }
        let (species, group) = (taxon.scientificName, basis.name ?? "")
        switch basis.basis {
        case .general where plan.isMostlyAssumed:
            return localized(
                """
                General care is used, because Stillroom does not know the species “\(species, "species")”. Enter \
                another name for it below, or change the values.
                """)
        case .genus where taxon.rank == .species:
            return localized(
                """
                Stillroom has no care of its own for \(species, "species"). It uses the care of the genus \
                \(group, "genus").
                """)
        case .family where taxon.rank != .family:
            return localized(
                """
                Stillroom has no care of its own for \(species, "species"). It uses the care of the family \
                \(group, "family").
                """)
        case .general, .species, .genus, .family: return nil
        }
    }

    private static func options<Choice: RawRepresentable & CaseIterable>(
        _ type: Choice.Type, _ chosen: String, _ word: (Choice) -> String
    ) -> [OptionFields] where Choice.RawValue == String {
        type.allCases.map {
            OptionFields(value: $0.rawValue, word: word($0), chosen: $0.rawValue == chosen)
        }
    }

    private static func word(_ place: Situation.Place) -> String {
        switch place {
        case .indoor: localized("Indoors")
        case .outdoor: localized("Outdoors")
        case .balcony: localized("On a balcony")
        case .greenhouse: localized("In a greenhouse")
        }
    }

    private static func word(_ material: Situation.Material) -> String {
        switch material {
        case .plastic: localized("Plastic", context: "material of a pot")
        case .clay: localized("Clay, unglazed")
        case .glazed: localized("Glazed", context: "material of a pot")
        case .metal: localized("Metal", context: "material of a pot")
        case .wood: localized("Wood", context: "material of a pot")
        case .fabric: localized("Fabric", context: "material of a pot")
        }
    }

    private static func word(_ spot: Situation.Spot) -> String {
        switch spot {
        case .shaded: localized("Shady, or far from a window")
        case .usual: localized("Bright, no midday sun")
        case .bright: localized("Sunny, with midday sun")
        }
    }

    static func words(_ note: String) -> String? {
        switch note {
        case "kept": localized("Added to your plants.")
        case "renamed": localized("The name is changed.")
        case "placed", "overruled": localized("Saved. The care is updated.")
        case "timed": localized("The preferred time is saved.")
        case "forgotten": localized("The learned watering interval is removed.")
        case "noted": localized("The note is added.")
        case "note-removed": localized("The note is removed.")
        case "photographed": localized("The photo is added.")
        case "photo-removed": localized("The photo is removed.")
        case "chore-added": localized("The task is added.")
        case "archived": localized("The plant is archived. Everything is kept.")
        case "brought-back": localized("The plant is restored.")
        case "restored": localized("The plant is restored, with its tasks, its log, its notes and its photos.")
        default: nil
        }
    }
}

extension PlantModel {
    struct Specimen: TemplateFields {
        let display: String
        let alt: String
    }

    struct Refusal: TemplateFields {
        let message: String
    }

    /// The fields of plant.mustache about the plant itself.
    struct Fields: SharedFields {
        let name: String
        let latin: String
        let family: String
        let commonNames: String
        let added: String
        let hasPictures: Bool
        let photographs: [PictureRow]
        let pictureAction: String
        let renameAction: String
        let removeAction: String
        /// The number of days for which a removed plant can be restored.
        let daysToRestore: String
        let species: String
        let archiveAction: String
        let unarchiveAction: String
        let isArchived: Bool
        let isKept: Bool
        let reasons: [OptionFields]
        var archiveFault: String?
        let noteAction: String
        let hasNotes: Bool
        let noteRows: [NoteRow]
        let noteLimit: String
        let place: Place
        let drawn: PlantDrawing
        var roomName: String?
        var specimen: Specimen?
        var archivedWords: String?
        var note: String?
        var problem: Refusal?
        var typedNote: String?
        var identified: Identified?
    }

    struct Identified: TemplateFields {
        let percent: String
        let word: String
        let band: String
        let width: String
        let source: String
        let model: String
        let when: String
        let href: String
    }

    struct PictureRow: TemplateFields {
        let display: String
        let thumbnail: String
        let alt: String
        let when: String
        let remove: String
    }

    struct Line: TemplateFields {
        let line: String
    }

    struct NoteRow: TemplateFields {
        let lines: [Line]
        let when: String
        let remove: String
    }

    struct RoomChoice: TemplateFields {
        let room: String
    }
}

extension PlantModel {
    /// The fields of plant-place.mustache.
    struct Place: TemplateFields {
        let action: String
        let isOpen: Bool
        let room: String
        let rooms: [RoomChoice]
        let places: [OptionFields]
        let inGround: Bool
        let pot: String
        let potLabel: String
        let materials: [OptionFields]
        let spots: [OptionFields]
        let lamp: Bool
        let wasPot: String
        /// The units of the form, in which it is read, too: another person may have signed in meanwhile.
        let units: String
        let wasRepotted: String
        let repotted: String
        let today: String
        let season: Bool
        let words: String
        var dayFault: String?
        var potFault: String?
    }
}
