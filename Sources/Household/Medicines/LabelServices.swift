import Concurrency
package import Explaining
package import Labels

/// The services with which a household reads medicine labels and answers questions about them.
package struct LabelServices: Sendable {
    /// The reader on this machine.
    package let reader: LabelScanner
    /// Loaded at the first use.
    package let names: @Sendable () -> MedicineNames
    /// A remote reader; nil if none is configured.
    package let second: TextService?
    /// A model that writes explanations; nil if none is configured.
    package let explainer: ExplainerService?
    /// The maximum number of pictures per day for the remote reader and of requests to the model, shared by all
    /// processes.
    package let secondPace: RateLimit
    package let explainerPace: RateLimit
    let semaphore = AsyncSemaphore(1)

    package init(
        reader: LabelScanner, names: @escaping @Sendable () -> MedicineNames, second: TextService? = nil,
        explainer: ExplainerService? = nil,
        secondPace: RateLimit = .init(service: "google-vision", limit: 30, seconds: 86_400),
        explainerPace: RateLimit = .init(service: "chat", limit: 50, seconds: 86_400)
    ) {
        self.reader = reader
        self.names = names
        self.second = second
        self.explainer = explainer
        self.secondPace = secondPace
        self.explainerPace = explainerPace
    }
}

extension LabelServices {
    /// Reads a photograph of a label on this machine. Throws the errors of its reader.
    package func read(_ photograph: [UInt8]) async throws -> LabelView { view(of: try await reader.read(photograph)) }

    package func view(of text: RecognisedText, _ label: MedicineLabel? = nil) -> LabelView {
        LabelView(label: label, text: text, reading: LabelReader(names: names()).read(text))
    }
}

/// Reads the text of a photograph on this machine.
package struct LabelScanner: Sendable {
    /// Throws `HouseholdError`: `textMissing`, `photographRefused`, `pictureProcessorUnavailable`, `readingFailed`.
    package let read: @Sendable (_ photograph: [UInt8]) async throws -> RecognisedText
    /// Returns the picture in the form that may be stored and sent: an upright JPEG, longest side 2048 pixels, without
    /// camera metadata. Throws `photographRefused`, `pictureProcessorUnavailable`.
    package let strip: @Sendable (_ photograph: [UInt8]) async throws -> [UInt8]

    package init(
        read: @escaping @Sendable (_ photograph: [UInt8]) async throws -> RecognisedText,
        strip: @escaping @Sendable (_ photograph: [UInt8]) async throws -> [UInt8]
    ) {
        self.read = read
        self.strip = strip
    }
}

/// A language model behind an endpoint that the household has configured: a closure made by an adapter. It has no
/// tools, and every word of its answer is checked before it is shown.
package struct ExplainerService: Sendable {
    /// The name of the model at the endpoint.
    package let model: String
    /// The host that receives the text, for display.
    package let host: String
    /// True if the host is this machine.
    package let isOwn: Bool
    /// The maximum number of tokens in an answer.
    package let tokenLimit: Int
    package let temperature: Double
    /// Returns the text of the answer unchanged. Throws `HouseholdError`, or `CancellationError`.
    package let complete: @Sendable (_ prompt: ExplainerPrompt) async throws -> String

    package init(
        model: String, host: String, isOwn: Bool, tokenLimit: Int, temperature: Double,
        complete: @escaping @Sendable (_ prompt: ExplainerPrompt) async throws -> String
    ) {
        self.model = model
        self.host = host
        self.isOwn = isOwn
        self.tokenLimit = tokenLimit
        self.temperature = temperature
        self.complete = complete
    }
}
