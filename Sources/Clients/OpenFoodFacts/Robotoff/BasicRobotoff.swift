public import HTTPTransport
import HTTPTypes

extension RobotoffClient {
    /// The calls of ``RobotoffClient`` with untyped parameters (texts and numbers). Lists are texts separated by
    /// commas. Only parameters that would lead to another address are refused; for others the service's error is
    /// thrown.
    public struct Basic: Sendable {
        let client: RobotoffClient

        var wire: Wire { client.wire }

        /// Sends any call; the value is the response's JSON.
        ///
        /// - Parameters:
        ///   - method: `GET`, `POST` or `PUT`.
        ///   - path: the path below `/api/v1`, for example `/questions/3017620422003`, without a query.
        ///   - query: the fields of the query, in this order.
        ///   - form: the fields of a form, for `POST`.
        ///   - json: the body, if it is not a form.
        /// - Returns: the response's JSON.
        /// - Throws: ``OpenFoodFactsError``.
        public func call(
            _ method: String = "GET", _ path: String, query: KeyValuePairs<String, String> = [:],
            form: KeyValuePairs<String, String>? = nil, json: JSONValue? = nil
        ) async throws -> OpenFoodFactsReply<JSONValue> {
            let call = try Self.call(method, path, query: Array(query), form: form.map { Array($0) }, json: json)
            return try await wire.send(call) { $0 }
        }

        /// Sends any call and returns the response unread, also if it is no JSON or describes an error with status 200.
        ///
        /// - Parameters:
        ///   - method: `GET`, `POST` or `PUT`.
        ///   - path: as in ``call(_:_:query:form:json:)``.
        ///   - query: the fields of the query, in this order.
        ///   - json: the body.
        ///   - accept: the media type of the response.
        /// - Returns: the bytes of the response in ``OpenFoodFactsReply/body``, and its JSON if it is JSON.
        /// - Throws: ``OpenFoodFactsError`` if there is no response, or one with status 400 or above.
        public func bytes(
            _ method: String = "GET", _ path: String, query: [(key: String, value: String)] = [],
            json: JSONValue? = nil, accept: String = "application/json"
        ) async throws -> OpenFoodFactsReply<Void> {
            var call = try Self.call(method, path, query: query, form: nil, json: json)
            call.accept = accept
            let response = try await wire.success(call)
            return OpenFoodFactsReply(
                value: (), raw: try? wire.json(response), body: response.body, status: response.head.status.code)
        }
    }
}

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
            var fields = QueryItems()
            for (name, value) in form { fields.add(name, value) }
            call.body = .form(fields)
        } else {
            call.body = json.map { .json($0) }
        }
        call.isRepeatable = method == .get
        return call
    }

    /// Sends a call that reads.
    func get(
        _ path: String, about subject: Subject = .service, _ fields: (inout QueryItems) -> Void = { _ in }
    ) -> Wire.Call {
        var call = Wire.Call(path: RobotoffClient.root + path, subject: subject)
        fields(&call.query)
        return call
    }

    /// Sends a call that writes and is not repeatable.
    func write(_ method: HTTPRequest.Method, _ path: String, about subject: Subject, _ body: Wire.Body?) -> Wire.Call {
        Wire.Call(
            method: method, path: RobotoffClient.root + path, body: body, subject: subject, isRepeatable: false)
    }
}
