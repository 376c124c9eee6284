import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages

extension HTTPField.Name {
    static var idempotencyKey: Self? { Self("Idempotency-Key") }
    /// Whether an answer is the one of an earlier attempt.
    static var idempotentReplay: Self? { Self("Idempotent-Replay") }
    /// The account of a request or of the answer to it: an identifier, or `none` in a household without accounts.
    static var account: Self? { Self("Stillroom-Account") }
    /// The number of seconds between an action and its request.
    static var age: Self? { Self("Stillroom-Age") }
    /// Whether the service worker keeps the page for use without the server, although other caches may not store it.
    static var keep: Self? { Self("Stillroom-Keep") }
}

/// The value of `Idempotency-Key`, a string as in RFC 8941, section 3.3.3.
struct RequestKey: Hashable {
    let text: String

    static let lengths = 1...255

    /// Returns nil if the field is not such a string, or if it has parameters.
    init?(field: String) {
        let trimmed = field.trimmingCharacters(in: .whitespaces)
        guard trimmed.count >= 2, trimmed.hasPrefix("\""), trimmed.hasSuffix("\"") else { return nil }
        var text = ""
        var isEscaped = false
        for character in trimmed.dropFirst().dropLast().unicodeScalars {
            guard (0x20...0x7e).contains(character.value) else { return nil }
            switch (character, isEscaped) {
            case ("\\", false): isEscaped = true
            case ("\"", false): return nil
            case ("\\", true), ("\"", true), (_, false):
                text.unicodeScalars.append(character)
                isEscaped = false
            default: return nil
            }
        }
        guard !isEscaped, Self.lengths.contains(text.count) else { return nil }
        self.text = text
    }
}

extension Request {
    /// When the action of this request was made, if it was not made now: an outbox sends the age of its entries, so that
    /// the clock of the device does not matter. Throws a 400 problem if the age is no number, and a 422 problem if it
    /// is more than `RepeatedRequests.ageDays`.
    func madeAt(_ now: Date) throws -> Date? {
        guard let name = HTTPField.Name.age, let text = headers[name] else { return nil }
        guard let seconds = Int(text), seconds >= 0 else {
            throw Problem.badRequest(
                localized("The age is not valid"), localized("Stillroom-Age is a number of seconds."))
        }
        guard seconds <= RepeatedRequests.ageDays * 86_400 else {
            throw Problem(
                .unprocessableContent, code: "request-too-old", title: localized("This is too long ago"),
                detail: localized(
                    "What was done more than \(RepeatedRequests.ageDays, "number") days ago is not logged any more."),
                hint: localized("Log it on the page of the plant or the medicine, with its day."))
        }
        // A person who answers within a minute answers now.
        return seconds < 60 ? nil : now.addingTimeInterval(-Double(seconds))
    }
}

extension Problem {
    static var keyRefused: Problem {
        Problem(
            .badRequest, code: "idempotency-key-refused", title: localized("The Idempotency-Key is not valid"),
            detail: localized("It must be a string in quotation marks with 1 to 255 ASCII characters."),
            hint: localized("Send Idempotency-Key: \"8e03978e-40d5-43e8-bc93-6894a57f9324\"."))
    }

    static var keyReused: Problem {
        Problem(
            .unprocessableContent, code: "idempotency-key-reused",
            title: localized("This Idempotency-Key was used before"),
            detail: localized("Another request to this route had the same key and another body or another address."),
            hint: localized("Use a new key for each request, and repeat a request byte for byte."))
    }

    static var answerLost: Problem {
        Problem(
            .conflict, code: "answer-lost", title: localized("This was done, but its answer was lost"),
            detail: localized(
                "The server stopped after it had performed this request and before it stored the answer."),
            hint: localized("Do not send it again. Look whether everything is as you want it."))
    }

    /// `location` is the address of what was made.
    static func performedAlready(_ location: String?) -> Problem {
        var problem = Problem(
            .conflict, code: "performed-already", title: localized("This was done already"),
            detail: localized(
                "An earlier request with this key was performed. Its answer is not stored, because such answers contain secrets or data about medicines."
            ),
            hint: localized("Do not send it again. Read what was made."))
        problem.location = location
        return problem
    }

    static var otherAccount: Problem {
        Problem(
            .conflict, code: "other-account", title: localized("This belongs to another account"),
            detail: localized(
                "It was made by another person, or before this household had accounts. Nothing was saved."),
            hint: localized("Sign in as that person to send it, or delete it."))
    }
}
