package import HTTPTypes

/// One call of a web service, without the service's address and without the credential.
package struct APICall: Sendable {
    package var method: HTTPRequest.Method
    /// The path below the base URL, percent-encoded. It may contain a query, as the links of some services do.
    package var path: String
    package var query: QueryItems
    package var body: Body?
    /// The header field `Accept`.
    package var accept: String
    /// More header fields of this call.
    package var fields: HTTPFields
    /// Whether the service requires the credential for this call.
    package var needsCredential: Bool
    /// Whether the call may be sent twice without side effects.
    package var isRepeatable: Bool
    /// The largest response body, in bytes.
    package var responseLimit: Int

    package init(
        method: HTTPRequest.Method = .get, path: String, query: QueryItems = QueryItems(), body: Body? = nil,
        accept: String = "application/json", fields: HTTPFields = [:], needsCredential: Bool = true,
        isRepeatable: Bool = true, responseLimit: Int = HTTPTransport.Request.usualResponseLimit
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
        self.accept = accept
        self.fields = fields
        self.needsCredential = needsCredential
        self.isRepeatable = isRepeatable
        self.responseLimit = responseLimit
    }

    /// A request body and its media type.
    package struct Body: Sendable {
        package let contentType: String
        package let bytes: HTTPTransport.Body

        package init(contentType: String, bytes: HTTPTransport.Body) {
            self.contentType = contentType
            self.bytes = bytes
        }

        /// A body of encoded JSON.
        package static func json(_ bytes: [UInt8], contentType: String = "application/json") -> Body {
            Body(contentType: contentType, bytes: HTTPTransport.Body(bytes))
        }

        /// A body of type `application/x-www-form-urlencoded`.
        package static func form(_ items: QueryItems) -> Body {
            Body(contentType: "application/x-www-form-urlencoded", bytes: HTTPTransport.Body(items.form))
        }

        /// A body of type `multipart/form-data`.
        package static func multipart(_ form: MultipartForm.Encoded) -> Body {
            Body(contentType: form.contentType, bytes: form.body)
        }
    }

    /// Builds the request for an address given by the caller; ``path`` and ``query`` are ignored.
    ///
    /// - Parameters:
    ///   - scheme: `https` or `http`.
    ///   - authority: host and port.
    ///   - path: path and query, percent-encoded.
    ///   - more: header fields of the client, before those of the call.
    /// - Returns: the request.
    package func request(
        scheme: String, authority: String, path: String, fields more: HTTPFields = [:]
    ) -> HTTPTransport.Request {
        var head = HTTPRequest(method: method, scheme: scheme, authority: authority, path: path)
        head.headerFields[.accept] = accept
        head.headerFields.append(contentsOf: more)
        head.headerFields.append(contentsOf: fields)
        if let body { head.headerFields[.contentType] = body.contentType }
        return HTTPTransport.Request(
            head: head, body: body?.bytes, isRepeatable: isRepeatable, responseLimit: responseLimit)
    }
}
