import Foundation
import Household
import Hummingbird
import Plants
import Recognition

/// Today and the agenda, about, offline, and what each problem means.
struct HousePages {
    let household: Household
    let renderer: PageRenderer
    let components: [(name: String, version: String)]

    func add(to router: Router<AppRequestContext>) {
        TodayPages(household: household, renderer: renderer).add(to: router)
        AgendaPages(household: household, renderer: renderer).add(to: router)
        ChorePages(household: household).add(to: router)
        router.get(.init(Site.about)) { _, _ in about() }
        router.get(.init(Site.offline)) { _, _ in
            renderer.page(
                "offline", title: "Offline", tab: .none, household: household,
                // The browser keeps this page and shows it when nothing can be reached.
                ["chip": "Out of reach", "chipKind": "problem"])
        }
        router.get("/problems/:code") { _, context in
            let code = try context.parameters.require("code").prefix(60)
            return renderer.page(
                "coming", title: "Problem", tab: .none, household: household,
                [
                    "heading": String(code),
                    "text": "The list of problems, with what to do about each, is in Docs/errors.md.",
                ])
        }
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
        context["zoneRules"] = household.careServices.zones.version ?? "of unknown version"
        return renderer.page("about", title: "About", tab: .none, household: household, context)
    }
}
