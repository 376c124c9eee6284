/// The reason why a picture could not be read.
package struct ImagingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A code that stays the same in all releases; Docs/errors.md lists them.
    package struct Code: RawRepresentable, Sendable, Hashable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        package static let empty = Self(rawValue: "empty")
        package static let notAnImage = Self(rawValue: "not-an-image")
        package static let unsupportedFormat = Self(rawValue: "unsupported-format")
        package static let corrupt = Self(rawValue: "truncated-or-corrupt")
        package static let tooManyBytes = Self(rawValue: "too-large")
        package static let tooManyPixels = Self(rawValue: "too-many-pixels")
        package static let sideTooLong = Self(rawValue: "side-too-long")
        package static let severalFrames = Self(rawValue: "several-frames")
        package static let tooComplex = Self(rawValue: "too-complex")
        package static let tooSmall = Self(rawValue: "too-small")
        /// The decoder was stopped at its time limit.
        package static let tookTooLong = Self(rawValue: "took-too-long")
        /// The decoder process ended: out of memory, or a fault in a codec.
        package static let decoderDied = Self(rawValue: "decoder-died")
        /// The decoder could not be started, or the connection to it failed; the picture is not the cause.
        package static let unavailable = Self(rawValue: "decoder-unavailable")
    }

    package let code: Code
    /// The library call that failed, for logs.
    package let operation: String
    /// A sentence for the user, in English.
    package let message: String
    /// The numbers in the message, in their order, so that it can be written in another language.
    package let numbers: [Int]

    package init(_ code: Code, during operation: String, _ message: String, numbers: [Int] = []) {
        self.code = code
        self.operation = operation
        self.message = message
        self.numbers = numbers
    }

    package var description: String { message }
}
