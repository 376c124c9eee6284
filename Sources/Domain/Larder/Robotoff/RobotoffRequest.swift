import Messages

/// A call of Robotoff with checked values.
package struct RobotoffRequest: Sendable, Hashable {
    /// A member of a JSON body.
    package enum Member: Sendable, Hashable {
        case text(String)
        case number(Double)
        case flag(Bool)
    }

    /// A field of the query.
    package struct Field: Sendable, Hashable {
        package let name: String
        package let value: String
    }

    package struct Refusal: Error, Sendable, Hashable {
        /// The name of the parameter; nil if it is about all of them.
        package let parameter: String?
        /// One sentence.
        package let sentence: String
    }

    package let call: RobotoffCall
    /// Below `/api/v1`, with its values.
    package let path: String
    /// In the order of the parameters.
    package let query: [Field]
    /// Empty for a call without a body.
    package let body: [String: Member]

    /// The longest value in code points.
    package static let limit = 2_000

    /// Checks the values by the kinds of their parameters. Empty values are not sent. Throws `Refusal` for a name that
    /// the call does not have, a missing value, and a value of another kind.
    package init(_ call: RobotoffCall, _ values: [String: String]) throws(Refusal) {
        for name in values.keys.sorted() where !call.parameters.contains(where: { $0.name == name }) {
            let names = call.parameters.map(\.name).joined(separator: ", ")
            throw Refusal(
                parameter: name,
                sentence: names.isEmpty
                    ? localized("This request has no parameters.")
                    : localized("\(name.prefix(60), "name") is no parameter of this request; it has \(names, "names").")
            )
        }
        var path = call.path
        var query: [Field] = []
        var body: [String: Member] = [:]
        for parameter in call.parameters {
            let text = values[parameter.name].map { $0.drop(while: \.isWhitespace) } ?? ""
            let value = String(text.reversed().drop(while: \.isWhitespace).reversed())
            guard !value.isEmpty else {
                guard parameter.isRequired else { continue }
                throw Refusal(
                    parameter: parameter.name, sentence: localized("\(parameter.name, "name") is missing."))
            }
            guard let member = Self.member(value, parameter) else {
                throw Refusal(parameter: parameter.name, sentence: Self.sentence(about: parameter))
            }
            switch parameter.place {
            case .path: path = path.replacing("{\(parameter.name)}", with: value)
            case .query: query.append(Field(name: parameter.name, value: value))
            case .body: body[parameter.name] = member
            }
        }
        self.call = call
        self.path = path
        self.query = query
        self.body = body
    }

    /// Returns nil if the value is not of the kind of the parameter. A value of a path has no slash, so that it leads to
    /// no other call.
    private static func member(_ value: String, _ parameter: RobotoffCall.Parameter) -> Member? {
        guard value.unicodeScalars.count <= limit, !value.unicodeScalars.contains(where: { $0.value < 32 }) else {
            return nil
        }
        if parameter.place == .path {
            let isSegment = value.utf8.count <= 200 && !value.contains { $0.isWhitespace || "/%?#".contains($0) }
            guard isSegment, value != ".", value != ".." else { return nil }
        }
        switch parameter.kind {
        case .text: return .text(value)
        case .barcode:
            let isNumber = value.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            return isNumber && value.utf8.count <= 24 ? .text(value) : nil
        case .address: return value.hasPrefix("https://") || value.hasPrefix("http://") ? .text(value) : nil
        case .number: return Int(value).flatMap { $0 >= 0 ? .number(Double($0)) : nil }
        case .numbers:
            let parts = value.split(separator: ",", omittingEmptySubsequences: false)
            return parts.allSatisfy { Int($0).map { $0 >= 0 } ?? false } ? .text(value) : nil
        case .fraction: return Double(value).flatMap { (0...1).contains($0) ? .number($0) : nil }
        case .flag: return value == "true" ? .flag(true) : value == "false" ? .flag(false) : nil
        }
    }

    private static func sentence(about parameter: RobotoffCall.Parameter) -> String {
        let name = parameter.name
        return switch parameter.kind {
        case .text: localized("\(name, "name") has a character that is not allowed, or it is too long.")
        case .barcode: localized("\(name, "name") must be a product number: digits only.")
        case .address: localized("\(name, "name") must be an address that begins with https://.")
        case .number: localized("\(name, "name") must be a whole number.")
        case .numbers: localized("\(name, "name") must be whole numbers, separated by commas.")
        case .fraction: localized("\(name, "name") must be a number from 0 to 1.")
        case .flag: localized("\(name, "name") must be true or false.")
        }
    }
}
