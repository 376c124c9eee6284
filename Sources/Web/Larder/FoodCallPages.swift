import Foundation
import Household
import Hummingbird
import Larder
import Messages

/// The pages of the latest calls to the services, with their raw responses.
struct FoodCallPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.foodCalls) { _, _ in
            let clock = try household.settings.clock(of: try await household.settings.home())
            let calls = household.larder.foodCalls().map {
                FoodCallsPage.Row(call: FoodCallModel(call: $0, clock: clock).context)
            }
            return renderer.page(
                FoodCallsPage(calls: calls, isEmpty: calls.isEmpty, source: FoodSource(hasPictures: false).context),
                title: localized("Requests to the services"), tab: .larder, household: household)
        }
        router.on(.get, Site.foodCall) { _, context in
            let number = try Site.foodCall.read(context)
            guard let call = household.larder.foodCalls().first(where: { $0.number == number }) else {
                throw HouseholdError(
                    .notFound, localized("This request is not stored any more."),
                    hint: localized(
                        "The last \(FoodService.Call.kept, "count") requests are stored until the server starts again.")
                )
            }
            let clock = try household.settings.clock(of: try await household.settings.home())
            let page = FoodCallPage(
                call: FoodCallModel(call: call, clock: clock).context,
                source: FoodSource(hasPictures: false).context)
            return renderer.page(page, title: localized("Original answer"), tab: .larder, household: household)
        }
    }
}

/// The page with the latest calls.
struct FoodCallsPage: PageFields {
    struct Row: TemplateFields {
        let call: FoodCallModel.Fields
    }

    static let template = "food-calls"

    let calls: [Row]
    let isEmpty: Bool
    let source: FoodSource.Fields
}

/// The page of one call with its response.
struct FoodCallPage: PageFields {
    static let template = "food-call"

    let call: FoodCallModel.Fields
    let source: FoodSource.Fields
}

/// A call; pure.
struct FoodCallModel {
    let call: FoodService.Call
    let clock: WallClock

    var context: Fields {
        return Fields(
            href: Site.foodCall(call.number), raw: Site.API.foodCall(call.number), method: call.method,
            address: Wording.short(call.address, 1000), milliseconds: String(call.milliseconds),
            outcome: call.status.map(String.init) ?? localized("no answer"),
            isGood: (200..<400).contains(call.status ?? 0),
            when: Wording.ago(clock.instant.timeIntervalSince(call.at)), size: Self.size(call.body.count),
            isCut: call.isCut, body: call.body.isEmpty ? nil : Self.text(call.body))
    }

    /// Returns the bytes as text. Invalid bytes and control characters are replaced by U+FFFD.
    static func text(_ bytes: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control && !["\n", "\t"].contains(scalar)
            text.append(isControl ? "\u{FFFD}" : scalar)
        }
        return String(text)
    }

    private static func size(_ bytes: Int) -> String {
        bytes < 1024 ? localized(bytes, one: "1 byte", other: "\(bytes, "count") bytes") : "\(bytes >> 10) KiB"
    }
}

extension FoodCallModel {
    struct Fields: SharedFields {
        let href: String
        let raw: String
        let method: String
        let address: String
        let milliseconds: String
        let outcome: String
        let isGood: Bool
        let when: String
        let size: String
        let isCut: Bool
        let body: String?
    }
}
