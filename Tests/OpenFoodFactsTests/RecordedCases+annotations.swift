import HTTPTransport
import OpenFoodFacts

extension RecordedCases {
    /// An answer to an insight with this outcome.
    private static func ends(
        _ end: String, _ annotation: Annotation, _ step: AnnotationOutcome.Step, own: OwnValue? = nil,
        updating: Bool = true
    ) -> RecordedCase {
        .gives { client in
            let outcome = try await client.annotate(
                insight(end), annotation, ownValue: own, updatesProduct: updating
            ).value
            return outcome.next == step && outcome.status != nil && outcome.description != nil
                && outcome.isTaken == [.saved, .voteSaved].contains(step)
        }
    }

    static let annotations: [String: RecordedCase] = [
        "ann-no-params": .fails(.missingParameter, "insight_id") { client in
            try await client.basic.call("POST", "/insights/annotate", form: [:])
        },
        "ann-bad-uuid": .fails(.invalidParameter, "insight_id") { client in
            try await client.basic.annotate(insightID: "abc", annotation: 1)
        },
        "ann-range-high": .fails(.invalidParameter, "annotation") { client in
            try await client.basic.annotate(insightID: insight("01"), annotation: 3)
        },
        "ann-unknown": ends("ff", .yes, .drop(.insightUnknown)),
        "ann-2-nodata": .fails(.missingParameter, "data") { client in
            try await client.basic.annotate(insightID: insight("01"), annotation: 2)
        },
        "ann-2-anon": .fails(.authenticationRequired, "data") { client in
            try await client.basic.annotate(
                insightID: insight("01"), annotation: 2, data: #"{"value_tag":"en:biscuits"}"#)
        },
        "ann-data-not-2": .fails(.invalidParameter, "annotation") { client in
            try await client.basic.annotate(insightID: insight("01"), annotation: 1, data: "{}")
        },
        "ann-bearer": .fails(.authenticationRequired) { try await $0.annotate(insight("01"), .yes) },
        "ann-json-body": .fails(.missingParameter, "insight_id") { client in
            let body = JSONValue.object(["insight_id": .text(insight("32")), "annotation": .number(1)])
            return try await client.basic.call("POST", "/insights/annotate", json: body)
        },
        "vote-1": ends("32", .yes, .voteSaved),
        "vote-2": ends("32", .yes, .saved),
        "vote-after-applied": ends("32", .yes, .drop(.alreadyAnswered)),
        "conflict-4": ends("33", .no, .saved),
        "auth-refuse": ends("03", .no, .saved),
        "auth-accept": ends("02", .yes, .saved),
        "auth-accept-noupdate": ends("04", .yes, .saved, updating: false),
        "auth-2-category": ends("01", .own, .saved, own: .category("en:biscuits")),
        "auth-2-bad-body": ends("14", .own, .correct, own: OwnValue(.object(["x": .number(1)]))),
        "vote-nutrient-3": ends("0b", .yes, .logIn),
        "auth-missing-product": ends("1f", .yes, .drop(.productMissing)),
        "auth-orientation": ends("08", .yes, .drop(.outOfDate)),
        "auth-upc": ends("07", .yes, .retryLater),
        "auth-po-503": ends("14", .yes, .retryLater),
        "auth-po-403": .fails(.loginMaybeRefused) { try await $0.annotate(insight("14"), .yes) },
    ]
}
