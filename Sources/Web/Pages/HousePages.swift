import Foundation
import Household
import Hummingbird
import Plants
import Recognition

/// Today, what is still to come, about, offline, and what each problem means.
struct HousePages {
    let household: Household
    let stationery: Stationery
    let components: [(name: String, version: String)]

    func add(to router: Router<HouseContext>) {
        router.get(.init(Site.today)) { _, _ in try await today() }
        router.get(.init(Site.larder)) { _, _ in
            stationery.page(
                "coming", title: "Larder", tab: .larder, household: household,
                [
                    "heading": "The larder is coming",
                    "text":
                        "Photograph a packet, and its barcode will tell what is in it. This page opens with that release.",
                ])
        }
        router.get(.init(Site.medicines)) { _, _ in
            stationery.page(
                "coming", title: "Medicines", tab: .medicines, household: household,
                [
                    "heading": "Medicines are coming",
                    "text":
                        "Photograph a label, and its directions will be read, never guessed. This page opens with that release.",
                ])
        }
        router.get(.init(Site.about)) { _, _ in about() }
        router.get(.init(Site.offline)) { _, _ in
            stationery.page(
                "offline", title: "Offline", tab: .none, household: household,
                // The browser keeps this page and shows it when nothing can be reached.
                ["chip": "Out of reach", "chipKind": "problem"])
        }
        router.get("/problems/:code") { _, context in
            let code = try context.parameters.require("code").prefix(60)
            return stationery.page(
                "coming", title: "Problem", tab: .none, household: household,
                [
                    "heading": String(code),
                    "text": "The list of problems, with what to do about each, is in Docs/errors.md.",
                ])
        }
    }

    private func today() async throws -> Response {
        let plants = try await household.plants()
        let waiting = Set(try await household.waiting().map(\.identification))
        let model = TodayModel(
            now: household.now(), plants: plants, looked: try await household.identifications(latest: 20),
            waiting: waiting, policy: household.policy)
        return stationery.page("today", title: "Today", tab: .today, household: household, model.context)
    }

    private func about() -> Response {
        var context: [String: Any] = [
            "components": components.map { ["name": $0.name, "version": $0.version] },
            "disclaimer":
                "A photograph can mislead. Never eat a plant, or use it as a remedy, on the word of this program.",
        ]
        switch household.recogniserAbout() {
        case .success(let about):
            context["model"] = [
                "name": about.model.split(separator: " ").first.map(String.init) ?? about.model,
                "version": about.model.split(separator: " ").dropFirst().joined(separator: " "),
                "labels": String(about.labelCount), "licence": about.licence, "source": about.source,
                "accuracy": about.accuracy, "limits": about.limits,
            ]
        case .failure(let error):
            context["model"] = [
                "name": "none", "version": "", "labels": "0", "licence": "", "source": "", "accuracy": error.message,
                "limits": error.hint ?? "",
            ]
        }
        return stationery.page("about", title: "About", tab: .none, household: household, context)
    }
}

/// What Today shows, until there are chores.
struct TodayModel {
    let now: Date
    let plants: [Plant]
    /// Newest first.
    var looked: [Identification] = []
    var waiting: Set<Identification.ID> = []
    var policy = Policy()

    /// Looked at within three days and not kept; what waits, however long.
    private var open: [Identification] {
        looked.filter { identification in
            guard case .open = identification.outcome else { return false }
            return waiting.contains(identification.id)
                || (identification.answer.reason != .unanswered || identification.findings.asked.failure != nil)
                    && now.timeIntervalSince(identification.answer.answeredAt) < 3 * 86_400
        }
    }

    var headline: String {
        switch plants.count {
        case 0: "Nothing wants doing today."
        case 1: "One plant lives here."
        default: "\(plants.count) plants live here."
        }
    }

    var context: [String: Any] {
        [
            "date": Wording.weekday(now), "headline": headline, "plantCount": String(plants.count),
            "hasOpen": !open.isEmpty,
            "open": open.prefix(5).map { identification in
                var result = ResultModel(identification: identification, policy: policy, kept: nil)
                if waiting.contains(identification.id) { result.second.waiting = "" }
                return [
                    "href": Site.identification(identification.id),
                    "thumbnail": identification.photographs.first.map(Site.thumbnail) ?? "",
                    "headline": result.headline,
                    "when": waiting.contains(identification.id)
                        ? "Waits to be sent" : Wording.time(identification.answer.answeredAt, from: now),
                ]
            },
            "hasRecent": !plants.isEmpty,
            "recent": plants.prefix(5).map { plant in
                [
                    "href": Site.plant(plant.id), "thumbnail": plant.photographs.first.map(Site.thumbnail) ?? "",
                    "name": plant.name, "latin": plant.taxon?.scientificName ?? "", "when": Wording.day(plant.addedAt),
                ]
            },
        ]
    }
}
