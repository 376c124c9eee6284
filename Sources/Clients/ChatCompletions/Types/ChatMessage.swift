/// One message of a conversation.
///
/// Its description and its mirror show no word of it: what people ask about themselves does not belong in a log.
public struct ChatMessage: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// Who speaks. Services know more roles than these three, but not all services know the others.
    public struct Role: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The word that is sent.
        public let rawValue: String

        /// A role of this word.
        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        /// What the model is to be.
        public static let system = Role(rawValue: "system")
        /// The person.
        public static let user = Role(rawValue: "user")
        /// The model itself, earlier.
        public static let assistant = Role(rawValue: "assistant")
    }

    /// Who speaks.
    public var role: Role
    /// What is said.
    public var text: String

    /// A message.
    public init(_ role: Role, _ text: String) {
        self.role = role
        self.text = text
    }

    public var description: String { "\(role), \(text.count) characters" }

    public var customMirror: Mirror {
        Mirror(self, children: ["role": role.rawValue, "characters": text.count], displayStyle: .struct)
    }
}
