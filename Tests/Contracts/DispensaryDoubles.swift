package import Household
package import Medicines
import Synchronization

extension Dispensary {
    /// No picture holds text, no medicine is known, and nobody can be asked.
    package static let empty = Dispensary(reader: .blank, names: { MedicineNames([]) })
}

extension LabelScanner {
    package static let blank = LabelScanner(
        read: { _ in throw HouseholdError(.textMissing, "There is no text.") }, strip: { $0 })

    /// Reads the same in every picture.
    package static func constant(_ text: RecognisedText) -> LabelScanner {
        LabelScanner(read: { _ in text }, strip: { $0 })
    }
}

/// A model that says what a test tells it, and keeps what it was asked.
package final class Talker: Sendable {
    private let state: Mutex<(asked: [ExplainerPrompt], replies: [Result<String, HouseholdError>])>

    package init(_ replies: Result<String, HouseholdError>...) { state = Mutex((asked: [], replies: replies)) }

    package var asked: [ExplainerPrompt] { state.withLock { $0.asked } }

    package func service(isOwn: Bool = true) -> ExplainerService {
        ExplainerService(
            model: "talker", host: "127.0.0.1", isOwn: isOwn, tokenLimit: 500, temperature: 0.3
        ) { [self] prompt in
            try state.withLock { state in
                state.asked.append(prompt)
                guard !state.replies.isEmpty else { throw HouseholdError(.serviceOffline, "There is nobody.") }
                return try (state.replies.count > 1 ? state.replies.removeFirst() : state.replies[0]).get()
            }
        }
    }
}
