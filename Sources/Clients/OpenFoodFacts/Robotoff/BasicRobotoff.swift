import HTTPTransport
import HTTPTypes

extension RobotoffClient.Basic {
    static func call(
        _ method: String, _ path: String, query: [(key: String, value: String)],
        form: [(key: String, value: String)]?, json: JSONValue?
    ) throws -> Wire.Call {
        let segments = path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        guard path.hasPrefix("/"), !segments.isEmpty, ["GET", "POST", "PUT"].contains(method),
            let method = HTTPRequest.Method(method)
        else { throw OpenFoodFactsError(refusing: .id, "a call is GET, POST or PUT of a path") }
        var call = Wire.Call(
            method: method,
            path: RobotoffClient.root + "/"
                + (try segments.map { try Rule.segment($0, .id) })
                .joined(separator: "/"))
        for (name, value) in query { call.query.add(name, value) }
        if let form {
            var fields = Query()
            for (name, value) in form { fields.add(name, value) }
            call.body = .form(fields)
        } else {
            call.body = json.map { .json($0) }
        }
        call.isRepeatable = method == .get
        return call
    }

    /// A call that reads.
    func get(_ path: String, about subject: Subject = .service, _ fields: (inout Query) -> Void = { _ in }) -> Wire.Call
    {
        var call = Wire.Call(path: RobotoffClient.root + path, subject: subject)
        fields(&call.query)
        return call
    }

    /// A call that writes, and must not be sent twice.
    func write(_ method: HTTPRequest.Method, _ path: String, about subject: Subject, _ body: Wire.Body?) -> Wire.Call {
        Wire.Call(
            method: method, path: RobotoffClient.root + path, body: body, subject: subject, isRepeatable: false)
    }
}
