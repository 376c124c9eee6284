import Foundation
import Household
import Hummingbird
import Messages
import Plants
import Recognition

/// Adds the pages of Today and the agenda, and the pages About, Offline and the explanation of a problem.
struct HomePages {
    let household: Household
    let renderer: PageRenderer
    let components: [(name: String, version: String)]

    func add(to router: Router<AppRequestContext>) {
        TodayPages(household: household, renderer: renderer).add(to: router)
        AgendaPages(household: household, renderer: renderer).add(to: router)
        ChorePages(household: household).add(to: router)
        ModelLabelPages(household: household, renderer: renderer).add(to: router)
        router.on(.get, Site.about) { _, _ in about() }
        router.on(.get, Site.offline) { _, _ in
            renderer.page(
                OfflinePage(), title: localized("No connection"), tab: .none, household: household,
                chip: ChipModel(text: localized("Not connected"), kind: "problem"))
        }
        router.on(.get, Site.outbox) { _, _ in
            // The service worker stores this page for every person, so it has no state of the household.
            renderer.page(
                OutboxPage(), title: localized("Waiting to be sent"), tab: .none, household: household,
                chip: ChipModel(text: localized("Connected"), kind: "ready"))
        }
        router.on(.get, Site.problem) { _, context in
            let code = try Site.problem.read(context).prefix(60)
            return renderer.page(
                NotePage(
                    heading: String(code),
                    text: localized("The list of problems, with what to do about each, is in Docs/errors.md.")),
                title: localized("Problem"), tab: .none, household: household)
        }
    }

    private func about() -> Response {
        let page = AboutPage(
            recogniserAbout: household.identifications.recogniserAbout(),
            zoneRules: household.settings.zoneRules,
            components: components)
        return renderer.page(page, title: localized("About"), tab: .none, household: household)
    }
}

/// The page about the components of the program and the model.
struct AboutPage: PageFields {
    struct Model: TemplateFields {
        let name: String
        let version: String
        let labels: String
        let licence: String
        let source: String
        let accuracy: String
        let limits: String
    }

    struct Component: TemplateFields {
        let name: String
        let version: String
    }

    static let template = "about"

    let model: Model
    let labelsHref = Site.modelLabels
    /// The source of the rules of time zones, with its version.
    let zoneRules: String
    let components: [Component]
    let disclaimer =
        localized(
            "A photo can mislead. Never eat a plant, or use it as a remedy, because of an answer of this program.")

    init(
        recogniserAbout: Result<Recogniser.About, HouseholdError>, zoneRules: String?,
        components: [(name: String, version: String)]
    ) {
        switch recogniserAbout {
        case .success(let about):
            let origin = ModelOrigin(about.model)
            let words = origin.model.split(separator: " ")
            let version = words.dropFirst().joined(separator: " ")
            let place =
                if case .server(let host) = origin.place {
                    ", " + localized("on the model server \(host, "server")")
                } else { "" }
            model = Model(
                name: words.first.map(String.init) ?? origin.model, version: version + place,
                labels: String(about.labelCount), licence: about.licence, source: about.source,
                accuracy: Localization.current.pattern(about.accuracy),
                limits: Localization.current.pattern(about.limits))
        case .failure(let error):
            model = Model(
                name: localized("none", context: "model"), version: "", labels: "0", licence: "", source: "",
                accuracy: error.message,
                limits: error.hint ?? "")
        }
        self.zoneRules =
            zoneRules.map { localized("The tz database, \($0, "version")") }
            ?? localized("The tz database, of unknown version")
        self.components = components.map { Component(name: $0.name, version: $0.version) }
    }
}
