import Concurrency
package import Explaining
package import Labels

/// What a household reads medicines' labels with, and whom it may ask about them.
package struct LabelServices: Sendable {
    /// On this machine.
    package let reader: LabelScanner
    /// Read when it is first asked for.
    package let names: @Sendable () -> MedicineNames
    /// A second reader elsewhere; nothing where none is set up.
    package let second: TextService?
    /// A model that puts things in plain words; nothing where none is set up.
    package let explainer: ExplainerService?
    /// Pictures that the second reader may be sent in a day, and questions the model, by all processes together.
    package let secondPace: RateLimit
    package let explainerPace: RateLimit
    let seats = AsyncSemaphore(1)

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
    /// What a photograph of a label says, read on this machine. Throws as its reader.
    package func read(_ photograph: [UInt8]) async throws -> LabelView { view(of: try await reader.read(photograph)) }

    package func view(of text: RecognisedText, _ label: MedicineLabel? = nil) -> LabelView {
        LabelView(label: label, text: text, reading: LabelReader(names: names()).read(text))
    }
}

/// Reads the text of a photograph on this machine.
package struct LabelScanner: Sendable {
    /// Throws `HouseholdError`: `textMissing`, `photographRefused`, `darkroomUnavailable`, `readingFailed`.
    package let read: @Sendable (_ photograph: [UInt8]) async throws -> RecognisedText
    /// The same picture as it may be kept and sent: an upright JPEG, longest side 2048 pixels, without what a camera
    /// wrote into it. Throws `photographRefused`, `darkroomUnavailable`.
    package let strip: @Sendable (_ photograph: [UInt8]) async throws -> [UInt8]

    package init(
        read: @escaping @Sendable (_ photograph: [UInt8]) async throws -> RecognisedText,
        strip: @escaping @Sendable (_ photograph: [UInt8]) async throws -> [UInt8]
    ) {
        self.read = read
        self.strip = strip
    }
}

/// A model that talks, behind an address of the household's choice: a closure made by an adapter. It has no tools, and
/// what it says is checked word by word before anybody sees it.
package struct ExplainerService: Sendable {
    /// As the endpoint calls it.
    package let model: String
    /// Where the words go, as a host that may be shown.
    package let host: String
    /// Whether that is this machine.
    package let isOwn: Bool
    /// Tokens of an answer at most.
    package let tokenLimit: Int
    package let temperature: Double
    /// The answer's text as it came. Throws `HouseholdError`, or `CancellationError`.
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
