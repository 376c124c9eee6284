import Foundation

/// The addresses that the service worker, the manifest and `scripts/site.js` name as `{{site.offline}}`. The server
/// replaces each tag when it reads the assets. An address with parameters is given as its pattern: "/api/votes/:number".
enum AssetAddresses {
    private static let paths: KeyValuePairs = [
        "today": Site.today, "photograph": Site.photograph, "offline": Site.offline,
        "outbox": Site.outbox, "share": Site.share, "month": Site.month, "medicines": Site.medicines,
        "larder": Site.larder, "photographs": Site.photographs, "state": Site.API.state,
        "repeatable": IdempotencyMiddleware.routes.map(\.path).joined(separator: " "), "assets": Site.assets,
        "links": Site.links, "signIn": Site.signIn, "signOut": Site.signOut, "recovery": Site.recovery,
        "openIDCallback": Site.openIDCallback, "setup": Site.setup.prefix, "invitation": Site.invitation.prefix,
        "reset": Site.reset.prefix, "serviceWorker": Site.serviceWorker,
        "passkeySignInOptions": Site.passkeySignInOptions, "passkeySignIn": Site.passkeySignIn,
        "confirmPasskeyOptions": Site.confirmPasskeyOptions, "confirmPasskey": Site.confirmPasskey,
        "passkeyOptions": Site.passkeyOptions, "passkeys": Site.passkeys,
        "undoVote": Site.undoVote.pattern,
        "alerts": Site.API.alerts, "alertSeen": Site.API.alertSeen.pattern, "channels": Site.API.channels,
        "channel": Site.API.channel.pattern, "testChannel": Site.API.testChannel.pattern,
        "pushKey": Site.API.pushKey, "projects": Site.API.projects, "waiting": Site.API.waiting,
        "questionPictures": Site.API.questionPictures.pattern, "answerQuestion": Site.API.answerQuestion.pattern,
        "vote": Site.API.vote.pattern, "scan": Site.API.scan, "species": Site.API.species,
    ]

    private static let pathsByName = Dictionary(paths.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })

    /// Replaces the tags in one pass: each start of the server fills every script.
    static func fill(_ text: String) -> String {
        let tag = "{{site."
        let parts = text.components(separatedBy: tag)
        return parts.dropFirst().reduce(into: parts[0]) { filled, part in
            guard let end = part.firstRange(of: "}}"), let path = pathsByName[String(part[..<end.lowerBound])] else {
                filled += tag + part
                return
            }
            filled += path + part[end.upperBound...]
        }
    }
}
