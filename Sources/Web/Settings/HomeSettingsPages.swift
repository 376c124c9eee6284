import Calendar
import Foundation
import Household
import Hummingbird
import Messages
import Plants
import Recognition

/// The settings pages "Home", "Holidays", "Care facts from Trefle" and "Import and export".
struct HomeSettingsPages {
    let household: Household
    let pages: SettingsPages

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.settingsHome) { request, context in
            if let elsewhere = SettingsPages.elsewhere(context.person) { return elsewhere }
            return try await home(note: HomeModel.note(Upload.query(request)["note"]))
        }
        router.on(.post, Site.settingsHome) { request, _ in
            let form = try await Upload.form(request)
            return try await changing(Site.settingsHome, note: "home-saved") {
                let places = household.settings.places()
                let values = HomeModel.values(
                    form, home: try await household.settings.home(), given: household.settings.givenHomeSettings,
                    places: places)
                try await household.settings.choose(values)
            } refused: {
                try await home(problem: $0, typed: form)
            }
        }
        router.on(.get, Site.settingsPause) { request, _ in
            try await holidays(note: HolidaysModel.note(Upload.query(request)["note"]))
        }
        router.on(.post, Site.settingsPause) { request, _ in
            let form = try await Upload.form(request)
            let back = ReturnAddress(form["back"], or: Site.settingsPause).text
            if form["end"] != nil {
                try await household.settings.pause(nil)
                return Response.seeOther(back == Site.settingsPause ? back.with(["note": "back"]) : back)
            }
            return try await changing(back, note: back == Site.settingsPause ? "away" : nil) {
                try await household.settings.pause(try HolidaysModel.pause(form))
            } refused: {
                try await holidays(problem: $0, typed: form)
            }
        }
        router.on(.get, Site.settingsTrefle) { request, _ in
            try await trefle(note: TrefleModel.note(Upload.query(request)["note"]))
        }
        router.on(.post, Site.settingsTrefle) { request, _ in
            let form = try await Upload.form(request)
            let isRemoved = form["remove"] != nil
            return try await changing(Site.settingsTrefle, note: isRemoved ? "token-removed" : "token-kept") {
                let token = form["token"]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
                if !isRemoved, token.isEmpty {
                    throw HouseholdError(
                        .settingRefused, localized("No token was typed."), hint: localized("Copy it from trefle.io."))
                }
                try await household.planning.keepCareKey(isRemoved ? nil : token)
            } refused: {
                try await trefle(problem: $0)
            }
        }
        router.on(.get, Site.settingsCollection) { request, _ in
            collection(note: ImportExportModel.note(Upload.query(request)))
        }
        router.on(.post, Site.settingsCollection) { request, context in
            try await Upload.withFile(request, context) { try await importing($0, request) }
        }
    }

    private func importing(_ body: [UInt8], _ request: Request) async throws -> Response {
        let parts = Multipart.boundary(of: request.headers[.contentType]).flatMap {
            Multipart.parts(of: body, boundary: $0)
        }
        guard let parts, let file = parts.first(where: { $0.name == "file" }), !file.bytes.isEmpty else {
            return collection(
                problem: Problem(
                    .unprocessableContent, code: "no-file", title: localized("No file was chosen"),
                    detail: localized("Choose a list of plants that you exported here or elsewhere.")))
        }
        let isDryRun = parts.contains { $0.name == "dry-run" }
        do {
            let report = try await household.collection.importCollection(file.bytes, as: nil, isDryRun: isDryRun)
            let unused = ImportExportModel.unused(report.unknownColumns)
            return Response.seeOther(
                Site.settingsCollection.with([
                    "note": isDryRun ? "import-tried" : "imported", "added": String(report.added),
                    "passed": String(report.passedOver), "unused": unused.isEmpty ? nil : unused,
                    "general": report.unmatched.isEmpty ? nil : String(report.unmatched.count),
                ]))
        } catch let error as HouseholdError where error.code == .collectionRefused {
            return collection(
                problem: Problem(
                    .unprocessableContent, code: error.code.rawValue, title: localized("Nothing was added"),
                    detail: error.message, hint: error.hint))
        }
    }

    private func changing(
        _ address: String, note: String?, _ change: () async throws -> Void,
        refused: (Problem) async throws -> Response
    ) async throws -> Response {
        do {
            try await change()
            return Response.seeOther(note.map { address.with(["note": $0]) } ?? address)
        } catch let error as HouseholdError
            where [.settingRefused, .rangeRefused, .dayRefused].contains(error.code)
        {
            let problem = Problem(error)
            return try await refused(
                Problem(
                    .unprocessableContent, code: problem.code,
                    title: error.code == .settingRefused
                        ? localized("This setting is not valid") : localized("These days are not valid"),
                    detail: problem.detail, hint: problem.hint))
        }
    }

    // MARK: Pages

    /// `typed` contains the sent values of a form that was refused.
    private func home(
        note: String? = nil, problem: Problem? = nil, typed: [String: String] = [:]
    ) async throws -> Response {
        let home = try await household.settings.home()
        let model = HomeModel(
            home: home, clock: try household.settings.clock(of: home), given: household.settings.givenHomeSettings,
            places: household.settings.places(), typed: typed)
        let page = HomeSettingsPage(home: model.context, message: SettingsMessage(note, problem))
        return pages.response(page, title: localized("Home"), problem)
    }

    private func holidays(
        note: String? = nil, problem: Problem? = nil, typed: [String: String] = [:]
    ) async throws -> Response {
        let home = try await household.settings.home()
        let model = HolidaysModel(home: home, clock: try household.settings.clock(of: home), typed: typed)
        let page = HolidaysPage(holidays: model.context, message: SettingsMessage(note, problem))
        return pages.response(page, title: localized("Holidays"), problem)
    }

    private func trefle(note: String? = nil, problem: Problem? = nil) async throws -> Response {
        let planning = household.planning
        let clock = try household.settings.clock(of: try await household.settings.home())
        let model = TrefleModel(
            planning.careKeyState, canKeepToken: planning.canKeepCareKey,
            refusedSince: try await planning.careKeyRefusedSince().map { clock.zone.day(at: $0) })
        let page = TreflePage(trefle: model.context, message: SettingsMessage(note, problem))
        return pages.response(page, title: localized("Care facts from Trefle"), problem)
    }

    private func collection(note: String? = nil, problem: Problem? = nil) -> Response {
        let page = ImportExportPage(
            collection: ImportExportModel.context, message: SettingsMessage(note, problem))
        return pages.response(page, title: localized("Import and export"), problem)
    }
}

/// The settings page "Home".
struct HomeSettingsPage: PageFields {
    static let template = "home"

    let home: HomeModel.Fields
    let message: SettingsMessage
}

/// The settings page "Holidays".
struct HolidaysPage: PageFields {
    static let template = "holidays"

    let holidays: HolidaysModel.Fields
    let message: SettingsMessage
}

/// The settings page "Care facts from Trefle".
struct TreflePage: PageFields {
    static let template = "trefle"

    let trefle: TrefleModel.Fields
    let message: SettingsMessage
}

/// The settings page "Import and export".
struct ImportExportPage: PageFields {
    static let template = "collection"

    let collection: ImportExportModel.Fields
    let message: SettingsMessage
}
