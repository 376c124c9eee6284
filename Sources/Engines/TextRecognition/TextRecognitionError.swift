/// The reason why a picture gave no text.
package struct TextRecognitionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A code that stays the same in all releases.
    package struct Code: RawRepresentable, Sendable, Hashable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        package static let invalidImage = Self(rawValue: "invalid-image")
        package static let noText = Self(rawValue: "no-text-found")
        /// The reader failed, or was stopped at its time limit.
        package static let failed = Self(rawValue: "processing-failed")
        /// The language data is not on this machine.
        package static let dataMissing = Self(rawValue: "text-data-missing")
    }

    package let code: Code
    /// The library call that failed, for logs.
    package let operation: String
    /// A sentence for the user.
    package let message: String

    package init(_ code: Code, during operation: String, _ message: String) {
        self.code = code
        self.operation = operation
        self.message = message
    }

    package var description: String { message }
}
