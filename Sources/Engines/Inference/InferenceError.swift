/// The reason why a model could not be loaded or run.
package struct InferenceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A code that stays the same in all releases; Docs/errors.md lists them.
    package struct Code: RawRepresentable, Sendable, Hashable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        package static let modelMissing = Self(rawValue: "model-missing")
        package static let modelCorrupt = Self(rawValue: "model-corrupt")
        /// The model's inputs or outputs differ from the manifest.
        package static let modelMismatch = Self(rawValue: "model-mismatch")
        package static let timedOut = Self(rawValue: "inference-timed-out")
        package static let failed = Self(rawValue: "inference-failed")
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
