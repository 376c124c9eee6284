import Accounts
import Calendar
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages
import Plants

/// The steps after the first account was made: place, people, phones, example data. Each can be left out.
struct WelcomePages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.welcome) { _, _ in Response.seeOther(Site.welcomePlace) }
        router.on(.get, Site.welcomePlace) { _, _ in try await place() }
        router.on(.post, Site.welcomePlace) { request, _ in
            let form = try await Upload.form(request)
            do {
                try await choosePlace(form)
                return Response.seeOther(Site.welcomePeople)
            } catch let error as HouseholdError where error.code == .settingRefused && request.wantsPage {
                return try await place(Problem(error))
            }
        }
        router.on(.get, Site.welcomePeople) { _, context in try await people(context) }
        router.on(.get, Site.welcomePhones) { _, context in try await phones(context) }
        router.on(.post, Site.welcomePhones) { request, context in
            do {
                try await household.network.open(by: context.signedIn())
                return Response.seeOther(Site.welcomePhones)
            } catch let error as HouseholdError where Self.shown.contains(error.code) && request.wantsPage {
                return try await phones(context, Problem(error))
            }
        }
        router.on(.get, Site.welcomeExamples) { _, context in try await examples(context) }
        router.on(.post, Site.welcomeExamples) { request, context in
            do {
                switch try await Upload.form(request)["do"] {
                case "add": try await household.examples.add(as: context.viewer)
                case "add-beside": try await household.examples.add(beside: true, as: context.viewer)
                case "remove": try await household.examples.remove()
                case "remove-all": try await household.examples.remove(all: true)
                default:
                    throw HouseholdError(
                        .valueRefused, localized("The field do is add, add-beside, remove or remove-all."))
                }
            } catch let error as HouseholdError where error.code == .examplesRefused && request.wantsPage {
                return try await examples(context, Problem(error))
            }
            return Response.seeOther(Site.welcomeExamples)
        }
    }

    private static let shown: Set<HouseholdError.Code> = [.networkUnavailable, .certificateUnusable, .settingRefused]

    /// Sets the zone and, if no other latitude was chosen, the rounded one of the zone's place. A latitude is a choice
    /// unless it is that of the present zone's place, rounded here or exact from the form of settings.
    private func choosePlace(_ form: [String: String]) async throws {
        let (home, given) = (try await household.settings.home(), household.settings.givenHomeSettings)
        guard let zone = form[Home.Setting.zone.rawValue], !zone.isEmpty, !given.contains(.zone) else { return }
        var values: [Home.Setting: String] = [.zone: zone]
        let places = household.settings.places()
        let present = places.first { $0.zone == home.zone }.map { [HomeModel.latitude($0), Self.latitude($0)] } ?? []
        let isChosen = home.latitude.map { !present.compactMap(Double.init).contains($0) } ?? false
        if let place = places.first(where: { $0.zone == zone }), !isChosen, !given.contains(.latitude) {
            values[.latitude] = Self.latitude(place)
        }
        try await household.settings.choose(values)
    }

    private static func latitude(_ place: Zones.Place) -> String { Units.text(place.latitude.rounded(), places: 1) }

    private func place(_ problem: Problem? = nil) async throws -> Response {
        let home = try await household.settings.home()
        let clock = try household.settings.clock(of: home)
        let model = HomeModel(
            home: home, clock: clock, given: household.settings.givenHomeSettings,
            places: household.settings.places(),
            typed: home.zone == nil ? [Home.Setting.zone.rawValue: clock.zone.name] : [:])
        return page(
            WelcomePlacePage(
                progress: .init(1), zones: model.context.zones, isGuessed: home.zone == nil,
                isHeld: household.settings.givenHomeSettings.contains(.zone), clock: model.context.clockWords,
                problem: problem.map(RefusalFields.init)), title: localized("Where you live"), problem)
    }

    private func people(_ context: AppRequestContext) async throws -> Response {
        guard context.person != nil else { return Response.seeOther(Site.welcomePhones) }
        let names = try await household.accounts.people().map(\.name.text)
        return page(WelcomePeoplePage(progress: .init(2), names: names), title: localized("Who lives here"))
    }

    private func phones(_ context: AppRequestContext, _ problem: Problem? = nil) async throws -> Response {
        let network = NetworkPage(
            household.network, hasOwner: try await household.accounts.hasOwner(),
            isFromNetwork: false, note: nil, problem: problem)
        return page(
            WelcomePhonesPage(
                progress: .init(3), mayOpen: network.mayOpen || network.mayRetry, needsOwner: network.needsOwner,
                open: network.open.map { WelcomePhonesPage.Open(code: $0.code, address: $0.address) },
                problem: network.problem), title: localized("Phones in your home"), problem)
    }

    private func examples(_ context: AppRequestContext, _ problem: Problem? = nil) async throws -> Response {
        let view = try await household.examples.view()
        return page(
            WelcomeExamplesPage(
                progress: .init(4), counts: ExampleWords.counts(view) ?? "", offered: ExampleWords.offered,
                hasExamples: !view.isEmpty, hasOwn: try await household.examples.hasOwnData(for: context.viewer),
                changed: view.changed, hasChanged: !view.changed.isEmpty,
                hasUnchanged: view.count > view.changed.count, problem: problem.map(RefusalFields.init)),
            title: localized("Example data"), problem)
    }

    private func page(_ page: some PageFields, title: String, _ problem: Problem? = nil) -> Response {
        renderer.page(page, title: title, tab: .none, household: household, status: problem?.status ?? .ok)
    }
}

/// Which step a page is.
struct WelcomeProgress: TemplateFields {
    static let count = 4

    let words: String
    let step: String
    let steps: String

    init(_ step: Int) {
        words = localized("Step \(step, "step") of \(Self.count, "steps")")
        self.step = String(step)
        steps = String(Self.count)
    }
}

/// The step in which the time zone is chosen.
struct WelcomePlacePage: PageFields {
    static let template = "welcome-place"

    let progress: WelcomeProgress
    let zones: [HomeModel.ZoneGroup]
    /// No zone was chosen, so that of the machine is proposed, and a script proposes that of the browser.
    let isGuessed: Bool
    /// The zone is set where the server is started.
    let isHeld: Bool
    let clock: String
    let problem: RefusalFields?
}

/// The step in which people are invited.
struct WelcomePeoplePage: PageFields {
    static let template = "welcome-people"

    let progress: WelcomeProgress
    let names: [String]
}

/// The step in which phones are let in.
struct WelcomePhonesPage: PageFields {
    struct Open: TemplateFields {
        /// Nil if no text fits into a code.
        let code: QRCodeFields?
        let address: String
    }

    static let template = "welcome-phones"

    let progress: WelcomeProgress
    let mayOpen: Bool
    let needsOwner: Bool
    let open: Open?
    let problem: RefusalFields?
}

/// The step in which example data are added.
struct WelcomeExamplesPage: PageFields {
    static let template = "welcome-examples"

    let progress: WelcomeProgress
    /// "24 plants, 12 products and 4 medicines".
    let counts: String
    /// The same for all examples.
    let offered: String
    let hasExamples: Bool
    /// The person sees data that are no examples.
    let hasOwn: Bool
    let changed: [String]
    let hasChanged: Bool
    let hasUnchanged: Bool
    let problem: RefusalFields?
}

/// The numbers of example data in words.
enum ExampleWords {
    static var offered: String {
        words(ExampleHouse.plantCount, ExampleHouse.productCount, ExampleHouse.medicineCount)
    }

    /// Returns nil if there are none.
    static func counts(_ view: ExampleView) -> String? {
        view.isEmpty ? nil : words(view.plants, view.products, view.medicines)
    }

    private static func words(_ plants: Int, _ products: Int, _ medicines: Int) -> String {
        let counts = [
            (plants, localized(plants, one: "1 plant", other: "\(plants, "count") plants")),
            (products, localized(products, one: "1 product", other: "\(products, "count") products")),
            (medicines, localized(medicines, one: "1 medicine", other: "\(medicines, "count") medicines")),
        ]
        return Wording.list(counts.filter { $0.0 > 0 }.map(\.1))
    }
}
