import Foundation
import Household
import Hummingbird
import Larder

/// The last calls to the services, as they went over the wire: for the curious.
struct FoodCallPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.get(.init(Site.foodCalls)) { _, _ in
            let clock = try household.clock(of: try await household.home())
            let calls = household.foodCalls().map { FoodCallModel(call: $0, clock: clock).context }
            return renderer.page(
                "food-calls", title: "Calls to the services", tab: .larder, household: household,
                ["calls": calls, "isEmpty": calls.isEmpty, "source": FoodSource(hasPictures: false).context])
        }
        router.get("/larder/calls/:number") { _, context in
            let number = try QuestionAPI.number(context)
            guard let call = household.foodCalls().first(where: { $0.number == number }) else {
                throw HouseholdError(
                    .notFound, "That call is not kept any more.",
                    hint: "The last \(FoodService.Call.kept) are, until the server is started anew.")
            }
            var model = FoodCallModel(call: call, clock: try household.clock(of: try await household.home())).context
            model["source"] = FoodSource(hasPictures: false).context
            return renderer.page("food-call", title: "A raw answer", tab: .larder, household: household, model)
        }
    }
}

/// One call; pure.
struct FoodCallModel {
    let call: FoodService.Call
    let clock: WallClock

    var context: [String: Any] {
        var context: [String: Any] = [
            "href": Site.foodCall(call.number), "raw": "\(Site.api)/food/calls/\(call.number)", "method": call.method,
            "address": Wording.short(call.address, 1000), "milliseconds": String(call.milliseconds),
            "outcome": call.status.map(String.init) ?? "no answer", "isGood": (200..<400).contains(call.status ?? 0),
            "when": Wording.ago(clock.instant.timeIntervalSince(call.at)), "size": Self.size(call.body.count),
            "isCut": call.isCut,
        ]
        if !call.body.isEmpty { context["body"] = Self.text(call.body) }
        return context
    }

    /// What came, where it can be shown; other bytes are marked.
    static func text(_ bytes: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control && !["\n", "\t"].contains(scalar)
            text.append(isControl ? "\u{FFFD}" : scalar)
        }
        return String(text)
    }

    private static func size(_ bytes: Int) -> String {
        bytes < 1024 ? Wording.counted(bytes, "byte") : "\(bytes >> 10) KiB"
    }
}
