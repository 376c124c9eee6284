extension GoogleVisionClient {
    /// Annotates up to sixteen pictures. `POST /v1/images:annotate`. Google charges one unit for each feature of each
    /// picture.
    ///
    /// If a single picture fails, the call does not throw: the picture's result has an ``AnnotateImageResponse/error``,
    /// and ``AnnotateImageResponse/failure`` is the same as a Swift error.
    ///
    /// - Parameters:
    ///   - requests: 1 to ``GoogleVisionLimit/requests``, with ``GoogleVisionLimit/content`` bytes of pictures in all.
    ///   - repeatable: whether the transport may send the request again after a failure, which may cost another unit.
    /// - Returns: one result for each picture, in the same order.
    /// - Throws: ``GoogleVisionError``, `CancellationError`.
    public func annotate(
        _ requests: [AnnotateImageRequest], repeatable: Bool = true
    ) async throws -> GoogleVisionReply<[AnnotateImageResponse]> {
        try AnnotateImageRequest.check(requests)
        let reply = try await post(
            AnnotateBody(requests: requests).bytes(), to: "/v1/images:annotate", repeatable: repeatable,
            responseLimit: Self.responseLimit(for: requests.count), as: AnnotateAnswer.self)
        guard reply.value.responses.count == requests.count else {
            throw GoogleVisionError(.invalidResponse, "the answer is not one for each picture", status: 200)
        }
        return reply.map(\.responses)
    }

    /// Returns the dense text of one picture, with confidences.
    ///
    /// - Parameters:
    ///   - image: the picture.
    ///   - languageHints: usually empty; see ``AnnotateImageRequest/languageHints``.
    ///   - model: the model; nil for the service's choice.
    ///   - repeatable: whether the transport may send the request again after a failure, which may cost another unit.
    /// - Returns: the result; without ``AnnotateImageResponse/fullTextAnnotation`` if there is no text.
    /// - Throws: ``GoogleVisionError``, also if the result contains an error, for example
    ///   ``GoogleVisionError/Code/badImage``; `CancellationError`.
    public func document(
        _ image: VisionImage, languageHints: [String] = [], model: VisionModel? = nil, repeatable: Bool = true
    ) async throws -> GoogleVisionReply<AnnotateImageResponse> {
        let request = AnnotateImageRequest(
            image: image, features: [.init(.documentText, model: model)], languageHints: languageHints)
        let reply = try await annotate([request], repeatable: repeatable)
        guard let response = reply.value.first else {
            throw GoogleVisionError(.invalidResponse, "the answer is not one for each picture", status: 200)
        }
        if let failure = response.failure { throw failure }
        return reply.map { _ in response }
    }

    /// A dense page has a response of several megabytes, because every letter has a position.
    private static func responseLimit(for count: Int) -> Int { min(count * 16, 64) * 1024 * 1024 }
}

/// `{"responses": […]}`.
private struct AnnotateAnswer: Decodable, Sendable {
    let responses: [AnnotateImageResponse]
}
