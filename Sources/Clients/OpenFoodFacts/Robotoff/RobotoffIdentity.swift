/// The identity for fetching and answering questions. The service leaves out answered questions only if the same
/// identity fetches and answers.
public enum RobotoffIdentity: Sendable, Hashable {
    /// No identity: the service uses the caller's IP address.
    case anonymous
    /// A device, by a random name that the caller stores and may replace.
    case device(String)
    /// An account of Open Food Facts.
    case account(Account)
}
