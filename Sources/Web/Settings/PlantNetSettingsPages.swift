import Foundation
import Household
import Hummingbird
import Messages
import Recognition

/// The settings pages "Pl@ntNet", with its key, its quota and the queue, and "Saved answers".
struct PlantNetSettingsPages {
    let household: Household
    let pages: SettingsPages

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.settingsPlantNet) { request, context in
            if let elsewhere = SettingsPages.elsewhere(context.person) { return elsewhere }
            return try await plantNet(PlantNetSettingsModel.note(Upload.query(request)["note"]))
        }
        router.on(.post, Site.settingsPlantNet) { request, _ in
            try await changing(Site.settingsPlantNet, note: "saved", plantNet(_:problem:)) {
                try await choose(Upload.form(request), on: .service)
            }
        }
        router.on(.post, Site.settingsFloras) { _, _ in
            do {
                _ = try await household.identifications.projects()
                return Response.seeOther(Site.settingsPlantNet.with(["note": "floras"]))
            } catch let error as HouseholdError {
                return try await plantNet(nil, problem: Problem(error))
            }
        }
        router.on(.post, Site.settingsKey) { request, _ in
            let form = try await Upload.form(request)
            let note = form["remove"] == nil ? "key-kept" : "key-removed"
            return try await changing(Site.settingsPlantNet, note: note, plantNet(_:problem:)) {
                let key = form["key"]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
                if form["remove"] == nil, key.isEmpty {
                    throw HouseholdError(
                        .settingRefused, localized("No key was typed."),
                        hint: localized("Copy it from my.plantnet.org."))
                }
                try household.identifications.keepKey(form["remove"] == nil ? key : nil)
            }
        }
        router.on(.get, Site.settingsAnswers) { request, _ in
            try await answers(PlantNetSettingsModel.note(Upload.query(request)["note"]))
        }
        router.on(.post, Site.settingsAnswers) { request, _ in
            try await changing(Site.settingsAnswers, note: "saved", answers(_:problem:)) {
                try await choose(Upload.form(request), on: .savedAnswers)
            }
        }
        router.on(.post, Site.settingsCache) { request, _ in
            let onlyExpired = try await Upload.form(request)["expired"] != nil
            return try await changing(Site.settingsAnswers, note: "forgotten", answers(_:problem:)) {
                _ = try await household.identifications.clearCache(onlyExpired: onlyExpired)
            }
        }
    }

    private func choose(_ form: [String: String], on page: SettingForm) async throws {
        try await household.settings.choose(
            Policy.Setting.values(form, on: page, given: household.settings.fixedSettings))
    }

    private func changing(
        _ address: String, note: String, _ page: (String?, Problem?) async throws -> Response,
        _ change: () async throws -> Void
    ) async throws -> Response {
        do {
            try await change()
            return Response.seeOther(address.with(["note": note]))
        } catch let error as HouseholdError where error.code == .settingRefused {
            return try await page(nil, Problem(error))
        }
    }

    private func model() async throws -> PlantNetSettingsModel {
        let identifications = household.identifications
        return PlantNetSettingsModel(
            policy: household.policy, fixed: household.settings.fixedSettings,
            serviceStatus: try await identifications.serviceStatus(),
            key: identifications.keyState, canKeepKey: identifications.canKeepKey,
            isProjectUnknown: identifications.isProjectUnknown, known: try await identifications.knownProjects(),
            cache: try await identifications.cacheStatistics(),
            waiting: try await identifications.waiting(), modelServer: modelServer, now: household.now())
    }

    private var modelServer: String? {
        guard case .success(let about) = household.identifications.recogniserAbout(),
            case .server(let host) = ModelOrigin(about.model).place
        else { return nil }
        return host
    }

    private func plantNet(_ note: String?, problem: Problem? = nil) async throws -> Response {
        let page = PlantNetSettingsPage(settings: try await model().context, message: .init(note, problem))
        return pages.response(page, title: localized("Pl@ntNet"), problem)
    }

    private func answers(_ note: String?, problem: Problem? = nil) async throws -> Response {
        let page = SavedAnswersPage(settings: try await model().context, message: .init(note, problem))
        return pages.response(page, title: localized("Saved answers"), problem)
    }
}

/// The settings page "Pl@ntNet".
struct PlantNetSettingsPage: PageFields {
    static let template = "plantnet"

    let settings: PlantNetSettingsModel.Fields
    let message: SettingsMessage
}

/// The settings page "Saved answers".
struct SavedAnswersPage: PageFields {
    static let template = "saved-answers"

    let settings: PlantNetSettingsModel.Fields
    let message: SettingsMessage
}
