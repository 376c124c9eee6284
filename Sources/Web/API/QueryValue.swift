import HTTPTypes
import Messages

/// Reads the values in the query of an address. A value that is none throws a 400 problem.
enum QueryValue {
    static func number(_ name: String, _ query: [String: String], _ range: ClosedRange<Int>) throws -> Int? {
        guard let text = query[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw Problem.badRequest(
                localized("\(name, "parameter") cannot be that"),
                localized(
                    """
                    \(name, "parameter") must be a whole number from \(range.lowerBound, "least") to \
                    \(range.upperBound, "most").
                    """))
        }
        return number
    }

    static func flag(_ name: String, _ query: [String: String]) throws -> Bool {
        switch query[name] {
        case nil, "false", "0": return false
        case "true", "1", "": return true
        default:
            throw Problem.badRequest(
                localized("\(name, "parameter") cannot be that"),
                localized("\(name, "parameter") must be true or false."))
        }
    }
}

extension Problem {
    static func badRequest(_ title: String, _ detail: String) -> Problem {
        Problem(.badRequest, code: "bad-wish", title: title, detail: detail, hint: localized("Docs/api.md lists them."))
    }
}
