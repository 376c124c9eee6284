import Foundation
import Household
import Hummingbird
import Messages
import Plants
import Recognition

/// The forms of the settings page about the home: location, pause, the token of Trefle, and the import of a collection.
struct HomeForms {
    let household: Household
    let pages: SettingsPages

    func add(to router: Router<AppRequestContext>) {
        router.on(.post, Site.settingsHome) { request, context in
            let form = try await Upload.form(request)
            return try await changing(for: context.person, note: "home-saved", anchor: "home", typed: form) {
                let places = household.settings.places()
                let values = HomeModel.values(
                    form, home: try await household.settings.home(), given: household.settings.givenHomeSettings,
                    places: places)
                try await household.settings.choose(values)
            }
        }
        router.on(.post, Site.settingsPause) { request, context in
            let form = try await Upload.form(request)
            let back = ReturnAddress(form["back"], or: Site.settings).text
            if form["end"] != nil {
                try await household.settings.pause(nil)
                return Response.seeOther(back == Site.settings ? back.with(["note": "back"], at: "away") : back)
            }
            return try await changing(
                for: context.person, note: "away", anchor: "away", typed: form, back: back
            ) {
                try await household.settings.pause(try HomeModel.pause(form))
            }
        }
        router.on(.post, Site.settingsTrefle) { request, context in
            let form = try await Upload.form(request)
            let isRemoved = form["remove"] != nil
            return try await changing(
                for: context.person, note: isRemoved ? "token-removed" : "token-kept", anchor: "trefle", typed: [:]
            ) {
                let token = form["token"]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
                if !isRemoved, token.isEmpty {
                    throw HouseholdError(
                        .settingRefused, localized("No token was typed."), hint: localized("Copy it from trefle.io."))
                }
                try await household.planning.keepCareKey(isRemoved ? nil : token)
            }
        }
        router.on(.post, Site.settingsCollection) { request, context in
            try await Upload.withFile(request, context) { try await importing($0, request, for: context.person) }
        }
    }

    private func importing(_ body: [UInt8], _ request: Request, for person: SignedIn?) async throws -> Response {
        let parts = Multipart.boundary(of: request.headers[.contentType]).flatMap {
            Multipart.parts(of: body, boundary: $0)
        }
        guard let parts, let file = parts.first(where: { $0.name == "file" }), !file.bytes.isEmpty else {
            return try await pages.page(
                for: person,
                problem: Problem(
                    .unprocessableContent, code: "no-file", title: localized("No file was chosen"),
                    detail: localized("Choose a list of plants that you exported here or elsewhere.")), typed: [:])
        }
        let isDryRun = parts.contains { $0.name == "dry-run" }
        do {
            let report = try await household.collection.importCollection(file.bytes, as: nil, isDryRun: isDryRun)
            let unused = HomeModel.unused(report.unknownColumns)
            return Response.seeOther(
                Site.settings.with(
                    [
                        "note": isDryRun ? "import-tried" : "imported", "added": String(report.added),
                        "passed": String(report.passedOver), "unused": unused.isEmpty ? nil : unused,
                        "general": report.unmatched.isEmpty ? nil : String(report.unmatched.count),
                    ], at: "collection"))
        } catch let error as HouseholdError where error.code == .collectionRefused {
            return try await pages.page(
                for: person,
                problem: Problem(
                    .unprocessableContent, code: error.code.rawValue, title: localized("Nothing was added"),
                    detail: error.message, hint: error.hint), typed: [:])
        }
    }

    private func changing(
        for person: SignedIn?, note: String, anchor: String, typed: [String: String], back: String = Site.settings,
        _ change: () async throws -> Void
    ) async throws -> Response {
        do {
            try await change()
            return Response.seeOther(back == Site.settings ? back.with(["note": note], at: anchor) : back)
        } catch let error as HouseholdError
            where [.settingRefused, .rangeRefused, .dayRefused].contains(error.code)
        {
            let problem = Problem(error)
            return try await pages.page(
                for: person,
                problem: Problem(
                    .unprocessableContent, code: problem.code,
                    title: error.code == .settingRefused
                        ? localized("This setting is not valid") : localized("These days are not valid"),
                    detail: problem.detail, hint: problem.hint), typed: typed)
        }
    }
}
