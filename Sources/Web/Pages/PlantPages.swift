import Foundation
import Household
import Hummingbird
import Plants
import Recognition

/// The collection, and one plant's specimen sheet.
struct PlantPages {
    let household: Household
    let stationery: Stationery

    func add(to router: Router<HouseContext>) {
        router.group(.init(Site.plants))
            .get { request, _ in try await collection(CollectionModel.Wish(Upload.query(request))) }
            .get(":id") { request, context in
                try await sheet(context.identifier("id"), note: Upload.query(request)["note"])
            }
            .post(":id/name") { request, context in
                let id: Plant.ID = try context.identifier("id")
                try await household.rename(id, to: Upload.form(request)["name"] ?? "")
                return Response.seeOther(Site.plant(id) + "?note=renamed")
            }
            .post(":id/remove") { _, context in
                try await household.remove(context.identifier("id"))
                return Response.seeOther(Site.plants)
            }
    }

    private func collection(_ wish: CollectionModel.Wish) async throws -> Response {
        let model = CollectionModel(
            wish: wish, plants: try await household.plants(wish.query), total: try await household.plantCount())
        return stationery.page("plants", title: "Plants", tab: .plants, household: household, model.context)
    }

    private func sheet(_ id: Plant.ID, note: String?) async throws -> Response {
        let plant = try await household.plant(id)
        let model = PlantModel(
            plant: plant, identification: try await household.identification(plant.identification),
            policy: household.policy, note: note)
        return stationery.page("plant", title: plant.name, tab: .plants, household: household, model.context)
    }
}

/// What the collection page shows.
struct CollectionModel {
    /// What the address asks for; anything unknown counts as not asked.
    struct Wish {
        var query = PlantQuery()
        var isList = false

        init(text: String = "", order: PlantQuery.Order = .newest, isList: Bool = false) {
            query = PlantQuery(text: text, order: order)
            self.isList = isList
        }

        init(_ parameters: [String: String]) {
            query.text = String((parameters["q"] ?? "").prefix(100))
            query.order = parameters["sort"].flatMap { .init(rawValue: $0) } ?? .newest
            isList = parameters["view"] == "list"
        }

        var address: String {
            var parts: [String] = []
            if !query.text.isEmpty {
                parts.append("q=" + (query.text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""))
            }
            if query.order == .name { parts.append("sort=name") }
            if isList { parts.append("view=list") }
            return Site.plants + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
        }

        func with(_ change: (inout Wish) -> Void) -> Wish {
            var wish = self
            change(&wish)
            return wish
        }
    }

    let wish: Wish
    let plants: [Plant]
    let total: Int

    var context: [String: Any] {
        [
            "count": String(total), "isEmpty": total == 0, "nothingFound": total > 0 && plants.isEmpty,
            "grid": !wish.isList, "list": wish.isList, "query": wish.query.text,
            "gridHref": wish.with { $0.isList = false }.address, "listHref": wish.with { $0.isList = true }.address,
            "sortNewestHref": wish.with { $0.query.order = .newest }.address,
            "sortNameHref": wish.with { $0.query.order = .name }.address,
            "sortedByNewest": wish.query.order == .newest, "sortedByName": wish.query.order == .name,
            "plants": plants.map { plant in
                [
                    "href": Site.plant(plant.id), "thumbnail": plant.photographs.first.map(Site.thumbnail) ?? "",
                    "name": plant.name, "latin": plant.taxon?.scientificName ?? "", "family": plant.taxon?.family ?? "",
                    "added": Wording.shortDay(plant.addedAt),
                ]
            },
        ]
    }
}

/// What a specimen sheet shows.
struct PlantModel {
    let plant: Plant
    let identification: Identification
    let policy: Policy
    let note: String?

    /// Common names that the plant is not called already.
    private var otherNames: [String] {
        (plant.taxon?.commonNames ?? []).filter { Plant.folded($0) != plant.nameKey }
    }

    var context: [String: Any] {
        var context: [String: Any] = [
            "name": plant.name, "latin": plant.taxon?.scientificName ?? "", "family": plant.taxon?.family ?? "",
            "commonNames": Wording.list(otherNames), "added": Wording.day(plant.addedAt),
            "photographs": plant.photographs.enumerated().map { place, id in
                [
                    "display": Site.display(id), "thumbnail": Site.thumbnail(id),
                    "alt": "\(plant.name), photograph \(place + 1)",
                    "when": Wording.day(identification.answer.answeredAt),
                ]
            },
            "namedByPerson": plant.taxon == nil, "renameAction": Site.rename(plant.id),
            "removeAction": Site.remove(plant.id),
        ]
        switch note {
        case "kept": context["note"] = "Kept in your collection."
        case "renamed": context["note"] = "The name was changed."
        default: break
        }
        let chosen = identification.answer.candidates.first { $0.taxon.scientificName == plant.taxon?.scientificName }
        if let chosen {
            let band = chosen.confidence.band(under: policy)
            context["identified"] = [
                "percent": Wording.percent(chosen.confidence), "word": Wording.word(band), "band": band.rawValue,
                "width": Wording.width(chosen.confidence), "source": Wording.source(identification.answer.source),
                "model": identification.answer.model, "when": Wording.day(identification.answer.answeredAt),
                "href": Site.identification(identification.id),
            ]
        }
        return context
    }
}
