extension HTTPTransport {
    /// A request body, produced piece by piece. It can be produced several times, because a retry sends it again.
    public struct Body: Sendable, CustomStringConvertible, CustomReflectable {
        /// The sum of the lengths of all segments, in bytes.
        public let contentLength: Int
        /// Starts again from the first piece each time it is called.
        public let segments: @Sendable () -> AnySequence<[UInt8]>

        /// A body of one piece.
        public init(_ bytes: [UInt8]) {
            self.init(contentLength: bytes.count) { AnySequence(CollectionOfOne(bytes)) }
        }

        /// A body of several pieces.
        ///
        /// - Parameters:
        ///   - contentLength: the sum of the lengths of all pieces, in bytes.
        ///   - segments: makes the pieces, from the first one, each time it is called.
        public init(contentLength: Int, segments: @escaping @Sendable () -> AnySequence<[UInt8]>) {
            self.contentLength = contentLength
            self.segments = segments
        }

        public var description: String { "\(contentLength) bytes" }

        public var customMirror: Mirror { Mirror(self, children: ["contentLength": contentLength]) }
    }
}
