/// Who asks and answers. Questions somebody has answered are spared only where they are fetched and answered by the same
/// one.
public enum RobotoffIdentity: Sendable, Hashable {
    /// Nobody in particular: the service takes the address of the caller.
    case anonymous
    /// A device, by a random name that the caller keeps and may throw away.
    case device(String)
    /// Somebody with an account of Open Food Facts.
    case account(Account)
}
