public import HTTPTransport

/// The result for a code: a product, or none.
public struct ProductAnswer: WireValue {
    public let raw: JSONValue
    /// The product; nil if there is none under this code.
    public let product: Product?

    /// Reads the structures of all versions: `status` is a number until API 2 and a text since API 3.
    public init(_ json: JSONValue) throws {
        raw = try json.object()
        let status = try json.neededText("status")
        if ["1", "success", "success_with_warnings", "success_with_errors"].contains(status) {
            product = try Product(try json.needed("product"))
        } else if Self.isAbsence(json) {
            product = nil
        } else {
            throw OpenFoodFactsError(reading: .typeMismatch, "status")
        }
    }

    static func isAbsence(_ json: JSONValue) -> Bool {
        let ids = [json["result"]?.text("id")] + messages(json, "errors").map(\.id)
        return json.text("status") == "0"
            || ids.contains { id in
                ["product_not_found", "product_found_with_a_different_product_type"].contains(id)
            }
    }

    private static func messages(_ json: JSONValue, _ name: String) -> [Message] {
        (json.list(name) ?? []).compactMap { try? Message($0) }
    }

    /// The code as the service stores it.
    public var code: String? { raw.words("code") }
    /// The status as sent: `1`, `0`, `success`, `success_with_warnings`, `success_with_errors`, `failure`.
    public var status: String { raw.text("status") ?? "" }
    /// Warnings, for example ``Message/codeWasNormalized``.
    public var warnings: [Message] { Self.messages(raw, "warnings") }
    /// Errors.
    public var errors: [Message] { Self.messages(raw, "errors") }
    /// The sister project that has a product with this code if the requested project has none, for example `beauty`.
    public var otherProductType: String? {
        guard product == nil, errors.contains(where: { $0.id?.contains("different_product_type") == true }) else {
            return nil
        }
        return errors.first { $0.field == "product_type" }?.value
    }

    /// A message of the service about a response.
    public struct Message: WireValue {
        public let raw: JSONValue

        public init(_ json: JSONValue) throws { raw = try json.object() }

        /// The message's id, for example `different_normalized_product_code`.
        public var id: String? { raw["message"]?.words("id") }
        /// The text in the requested language.
        public var text: String? { raw["message"]?.words("lc_name") ?? raw["message"]?.words("name") }
        /// The field it is about.
        public var field: String? { raw["field"]?.words("id") }
        /// The value of that field.
        public var value: String? { raw["field"]?.words("value") }
        /// `none`, `warning`, `failure` …
        public var impact: String? { raw["impact"]?.words("id") }
        /// The database stores the requested code in another form; see ``ProductAnswer/code``.
        public var codeWasNormalized: Bool { id == "different_normalized_product_code" }
    }
}
