/// A call of Robotoff that only reads. The page and the command offer the same calls with the same parameters.
///
/// Source: the service's program, version 1.85.10; its OpenAPI document leaves calls and parameters out.
package struct RobotoffCall: Sendable, Hashable, Identifiable {
    package enum Group: String, Sendable, Hashable, CaseIterable {
        case insights, predict, logos, questions, images, service
    }

    package struct Parameter: Sendable, Hashable {
        package enum Place: Sendable, Hashable {
            case path, query
            /// A member of the JSON body.
            case body
        }

        package enum Kind: Sendable, Hashable {
            case text
            /// A product's number: 1 to 24 digits.
            case barcode
            /// An address that begins with "https://" or "http://".
            case address
            /// A whole number from 0 on.
            case number
            /// Whole numbers separated by commas.
            case numbers
            /// A number from 0 to 1.
            case fraction
            /// "true" or "false".
            case flag
        }

        /// As the service names it.
        package let name: String
        package let place: Place
        package let kind: Kind
        package let isRequired: Bool
        /// The value that the service uses if none is given; nil if there is none or it depends on the call.
        package let usual: String?

        init(
            _ name: String, _ kind: Kind = .text, in place: Place = .query, isRequired: Bool = false,
            usual: String? = nil
        ) {
            self.name = name
            self.kind = kind
            self.place = place
            self.isRequired = isRequired || place == .path
            self.usual = usual
        }
    }

    package let group: Group
    /// What follows the group in a command: "random" of `food insights random`.
    package let word: String
    /// Below `/api/v1`; a parameter of the path is in braces.
    package let path: String
    package let parameters: [Parameter]
    /// True if the answer is comma-separated values instead of JSON.
    package let isTable: Bool

    init(_ group: Group, _ word: String, _ path: String, _ parameters: [Parameter], isTable: Bool = false) {
        self.group = group
        self.word = word
        self.path = path
        self.parameters = parameters
        self.isTable = isTable
    }

    /// "insights-random".
    package var id: String { group.rawValue + "-" + word }

    /// "POST" if the parameters are in the body, which changes nothing at the service; otherwise "GET".
    package var method: String { parameters.contains { $0.place == .body } ? "POST" : "GET" }

    /// The first parameter that must be given; a command takes it without its name.
    package var first: Parameter? { parameters.first { $0.isRequired } ?? parameters.first { $0.kind == .barcode } }

    package static func named(_ id: String) -> RobotoffCall? { all.first { $0.id == id } }

    package static func of(_ group: Group) -> [RobotoffCall] { all.filter { $0.group == group } }

    package static func of(_ group: Group, _ word: String) -> RobotoffCall? {
        all.first { $0.group == group && $0.word == word }
    }
}

// MARK: - The calls

extension RobotoffCall {
    package static let all: [RobotoffCall] = insights + predictions + logos + questions + images + service

    private static let count = Parameter("count", .number, usual: "25")
    private static let page = Parameter("page", .number, usual: "1")
    private static let serverType = Parameter("server_type", usual: "off")
    private static let barcode = Parameter("barcode", .barcode)
    private static let ocr = Parameter("ocr_url", .address, isRequired: true)

    private static let insights: [RobotoffCall] = [
        .init(
            .insights, "list", "/insights",
            [
                barcode, .init("insight_types"), .init("value_tag"), .init("countries"), .init("brands"),
                .init("annotated", .flag), .init("annotation"), .init("predictor"), .init("campaigns"), .init("lc"),
                .init("order_by", usual: "random"), page, count, serverType,
            ]),
        .init(
            .insights, "random", "/insights/random",
            [.init("type"), .init("value_tag"), .init("countries"), .init("predictor"), count, serverType]),
        .init(.insights, "product", "/insights/{barcode}", [.init("barcode", .barcode, in: .path), serverType]),
        .init(.insights, "detail", "/insights/detail/{id}", [.init("id", in: .path)]),
        .init(
            .insights, "dump", "/insights/dump",
            [barcode, .init("insight_types"), .init("annotated", .flag), .init("value_tag"), count, serverType],
            isTable: true),
    ]

    private static let predictions: [RobotoffCall] = [
        .init(
            .predict, "category", "/predict/category",
            [
                .init("barcode", .barcode, in: .body, isRequired: true),
                .init("deepest_only", .flag, in: .body, usual: "false"),
                .init("threshold", .fraction, in: .body, usual: "0.5"), .init("neural_model_name", in: .body),
            ]),
        .init(.predict, "text", "/predict/ocr_prediction", [ocr, .init("prediction_types"), serverType]),
        .init(.predict, "nutrition", "/predict/nutrition", [.init("image_url", .address, isRequired: true), ocr]),
        .init(
            .predict, "ingredients", "/predict/ingredient_list",
            [ocr, .init("aggregation_strategy", usual: "FIRST"), .init("model_version", usual: "1")]),
        .init(
            .predict, "language", "/predict/lang",
            [
                .init("text", isRequired: true), .init("k", .number, usual: "10"),
                .init("threshold", .fraction, usual: "0.01"),
            ]),
        .init(
            .predict, "product-language", "/predict/lang/product",
            [.init("barcode", .barcode, isRequired: true), serverType]),
        .init(
            .predict, "image", "/images/predict",
            [
                .init("image_url", .address, isRequired: true), .init("models", isRequired: true),
                .init("threshold", .fraction, usual: "0.5"),
            ]),
        .init(
            .predict, "list", "/predictions", [barcode, .init("types"), .init("value_tag"), page, count]),
        .init(
            .predict, "image-list", "/image_predictions",
            [
                barcode, .init("type"), .init("model_name"), .init("model_version"), .init("image_id"),
                .init("min_confidence", .fraction), .init("with_logo", .flag), page, count,
            ]),
    ]

    private static let logos: [RobotoffCall] = [
        .init(.logos, "list", "/images/logos", [.init("logo_ids", .numbers, isRequired: true)]),
        .init(
            .logos, "search", "/images/logos/search",
            [
                .init("type"), .init("value"), .init("taxonomy_value"), barcode,
                .init("min_confidence", .fraction), .init("random", .flag), .init("annotated", .flag), count,
                serverType,
            ]),
        .init(.logos, "one", "/images/logos/{id}", [.init("id", .number, in: .path)]),
        .init(
            .logos, "annotated", "/annotation/collection",
            [barcode, .init("value_tag"), .init("types"), page, count, serverType]),
        .init(.logos, "similar", "/ann/search/{id}", [.init("id", .number, in: .path), count, serverType]),
        .init(.logos, "similar-random", "/ann/search", [count, serverType]),
    ]

    private static let filters: [Parameter] = [
        .init("insight_types"), .init("value_tag"), .init("brands"), .init("countries"), .init("campaigns"),
        .init("predictor"), .init("reserved_barcode", .flag), .init("with_image", .flag), .init("lang", usual: "en"),
        count, serverType,
    ]

    private static let questions: [RobotoffCall] = [
        .init(
            .questions, "product", "/questions/{barcode}",
            [
                .init("barcode", .barcode, in: .path), .init("insight_types"), .init("lang", usual: "en"), count,
                serverType,
            ]),
        .init(.questions, "list", "/questions", filters + [.init("order_by", usual: "popularity"), page]),
        .init(.questions, "random", "/questions/random", filters),
        .init(.questions, "popular", "/questions/popular", filters + [page]),
        .init(
            .questions, "unanswered", "/questions/unanswered",
            [
                .init("type"), .init("countries"), .init("campaigns"), .init("predictor"),
                .init("reserved_barcode", .flag), page, count, serverType,
            ]),
    ]

    private static let images: [RobotoffCall] = [
        .init(
            .images, "list", "/images",
            [.init("barcode", .barcode), .init("with_predictions", .flag, usual: "false"), page, count])
    ]

    private static let service: [RobotoffCall] = [
        .init(.service, "status", "/status", []),
        .init(.service, "health", "/health", []),
        .init(.service, "dataset", "/products/dataset", []),
        .init(.service, "answers", "/users/statistics/{name}", [.init("name", in: .path)]),
    ]
}
