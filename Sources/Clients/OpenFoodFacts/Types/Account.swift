import Foundation

/// Name and password of Open Food Facts. Its description and mirror hide both.
///
/// Robotoff does not check the password itself: a refusal with a wrong one is stored, and only an acceptance, which is
/// written to the product, fails (``OpenFoodFactsError/Code/loginMaybeRefused``).
public struct Account: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    let name: String
    let password: String

    /// - Parameters:
    ///   - name: the user's name, not the mail address. `null` counts as no name.
    ///   - password: the password.
    public init(name: String, password: String) {
        self.name = name
        self.password = password
    }

    var authorization: String { "Basic " + Data("\(name):\(password)".utf8).base64EncodedString() }

    /// Shorter names are not masked, because they occur in every text.
    var secrets: [String] {
        [String(authorization.dropFirst(6)), password, name].filter { $0.utf8.count >= 4 }
    }

    public var description: String { "Account(••••)" }

    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
