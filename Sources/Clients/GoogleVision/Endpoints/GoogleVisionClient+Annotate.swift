extension GoogleVisionClient {
    /// Annotates up to sixteen pictures. `POST /v1/images:annotate`. Google counts one unit for each feature of each
    /// picture.
    ///
    /// A picture that failed throws no error here: its result has an ``AnnotateImageResponse/error``, and
    /// ``AnnotateImageResponse/failure`` is the same as a Swift error.
    ///
    /// - Parameters:
    ///   - requests: 1 to ``GoogleVisionLimit/requests``, with ``GoogleVisionLimit/content`` bytes of pictures in all.
    ///   - repeatable: whether the transport may send it again after a failure, which may cost another unit.
    /// - Returns: an answer for each picture, in their order.
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

    /// The dense text of one picture, with confidences.
    ///
    /// - Parameters:
    ///   - image: the picture.
    ///   - languageHints: best none; see ``AnnotateImageRequest/languageHints``.
    ///   - model: which model reads; nil for the service's choice.
    ///   - repeatable: whether the transport may send it again after a failure, which may cost another unit.
    /// - Returns: the answer; without ``AnnotateImageResponse/fullTextAnnotation`` if there is no text.
    /// - Throws: ``GoogleVisionError``, also if the answer has an error in it: among them
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
