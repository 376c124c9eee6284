package import Explaining
package import Household
package import Labels
import Synchronization

extension LabelServices {
    /// No picture contains text, no medicine name is known, and there is no online service.
    package static let empty = LabelServices(reader: .blank, names: { MedicineNames.empty })
}

extension LabelScanner {
    package static let blank = LabelScanner(
        read: { _ in throw HouseholdError(.textMissing, "There is no text.") }, strip: { $0 })

    /// Reads the same text in every picture.
    package static func constant(_ text: RecognisedText) -> LabelScanner {
        LabelScanner(read: { _ in text }, strip: { $0 })
    }
}

/// A language model that gives the replies of a test and records the prompts.
package final class Talker: Sendable {
    private let state: Mutex<(asked: [ExplainerPrompt], replies: [Result<String, HouseholdError>])>
    /// Every reply waits until the gate is open; nil if replies come at once.
    private let gate: Gate?

    package init(_ replies: Result<String, HouseholdError>..., gate: Gate? = nil) {
        state = Mutex((asked: [], replies: replies))
        self.gate = gate
    }

    package var asked: [ExplainerPrompt] { state.withLock { $0.asked } }

    package func service(isOwn: Bool = true) -> ExplainerService {
        ExplainerService(
            model: "talker", host: "127.0.0.1", isOwn: isOwn, tokenLimit: 500, temperature: 0.3
        ) { [self] prompt in
            state.withLock { $0.asked.append(prompt) }
            gate?.arrive()
            await gate?.untilOpen()
            try Task.checkCancellation()
            return try state.withLock { state in
                guard !state.replies.isEmpty else { throw HouseholdError(.serviceOffline, "There is nobody.") }
                return try (state.replies.count > 1 ? state.replies.removeFirst() : state.replies[0]).get()
            }
        }
    }
}

/// A remote text reader that returns the result of a test and records the pictures.
package final class FarReader: Sendable {
    private let state: Mutex<(pictures: [[UInt8]], reply: Result<RecognisedText, HouseholdError>)>
    private let gate: Gate?

    package init(_ reply: Result<RecognisedText, HouseholdError>, gate: Gate? = nil) {
        state = Mutex((pictures: [], reply: reply))
        self.gate = gate
    }

    package var pictures: [[UInt8]] { state.withLock { $0.pictures } }

    package func behave(_ reply: Result<RecognisedText, HouseholdError>) { state.withLock { $0.reply = reply } }

    package func service(isOwn: Bool = false) -> TextService {
        TextService(name: "Far Reader", host: "reader.test", isOwn: isOwn) { [self] picture in
            state.withLock { $0.pictures.append(picture) }
            gate?.arrive()
            await gate?.untilOpen()
            try Task.checkCancellation()
            return try state.withLock { try $0.reply.get() }
        }
    }
}
