import HTTPTransport

/// A list, or the requested page of it.
public struct RobotoffList<Item: Sendable & Hashable>: Sendable, Hashable {
    /// The elements in the service's order.
    public let items: [Item]
    /// The total number; nil if the service does not send it. For questions and insights it stops at 100.
    public let count: Int?
    /// The status as sent: `found`, `no_questions`, `no_insights` …; nil if the service sends none.
    public let status: String?
    /// The number of elements that could not be read and were left out.
    public let unreadableItems: Int

    /// An empty object means no element; older versions of the service send it.
    init(_ json: JSONValue, under name: String, reading: (JSONValue) throws -> Item) throws {
        status = try json.object().words("status")
        count = json.integer("count")
        let elements: [JSONValue]
        // A response has no list if there are no insights for a barcode.
        if json[name] == nil, status?.hasPrefix("no_") == true {
            elements = []
        } else {
            elements = try json.neededList(name).filter { $0 != .object([:]) }
        }
        let results = elements.map { element in Result { try reading(element) } }
        items = results.compactMap { try? $0.get() }
        unreadableItems = elements.count - items.count
        // A non-empty list without a readable element is an error.
        if items.isEmpty, let first = results.first { _ = try first.get() }
    }

    init(_ json: JSONValue, under name: String) throws where Item: WireValue {
        try self.init(json, under: name) { try Item($0) }
    }
}
