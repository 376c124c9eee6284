/// One message of a conversation.
///
/// Description and mirror do not show its text, because logs must not contain private questions.
public struct ChatMessage: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The roles that all services know. Some services have more.
    public struct Role: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The value that is sent.
        public let rawValue: String

        /// A role with this value.
        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        /// Instructions to the model.
        public static let system = Role(rawValue: "system")
        /// The user.
        public static let user = Role(rawValue: "user")
        /// Earlier answers of the model.
        public static let assistant = Role(rawValue: "assistant")
    }

    /// The role.
    public var role: Role
    /// The text.
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
