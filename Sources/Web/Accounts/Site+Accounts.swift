import Accounts
import Household
import Recognition

extension Site {
    // Before a session: Access.areas opens these addresses.
    static let signIn = "/sign-in"
    static let signOut = "/sign-out"
    static let passkeySignInOptions = "/sign-in/passkey/options"
    static let passkeySignIn = "/sign-in/passkey"
    static let openIDSignIn = "/sign-in/openid"
    /// The sign-in service sends browsers back to this address.
    static let openIDCallback = "/sign-in/openid/callback"
    static let recovery = "/recovery"
    /// The one-time link that makes the owner account.
    static let setup = Address<String>("/setup/:secret")
    /// The one-time link that makes the account of one more person.
    static let invitation = Address<String>("/invitation/:secret")
    static let openIDInvitation = Address<String>("/invitation/:secret/openid")
    static let openIDJoin = Address<String>("/invitation/:secret/openid/join")
    /// The one-time link that replaces a forgotten passphrase.
    static let reset = Address<String>("/reset/:secret")

    /// The language of the person; of the household as long as it has no accounts.
    static let language = "/language"

    // The account of the signed-in person.
    static let account = "/account"
    /// How texts, times and units are written for the person.
    static let region = "/account/region"
    static let passphrase = "/account/passphrase"
    static let removePassphrase = "/account/passphrase/remove"
    /// The person gives the passphrase or uses a passkey once more.
    static let confirmPerson = "/account/confirm"
    static let confirmPasskeyOptions = "/account/confirm/passkey/options"
    static let confirmPasskey = "/account/confirm/passkey"
    static let confirmOpenID = "/account/confirm/openid"
    static let identities = "/account/identities"
    static let connectIdentity = "/account/identities/connect"
    static let removeIdentity = Address<OpenIDIdentity.ID>("/account/identities/:id/remove")
    static let recoveryCodes = "/account/recovery-codes"
    static let passkeys = "/account/passkeys"
    static let passkeyOptions = "/account/passkeys/options"
    static let renamePasskey = Address<Passkey.ID>("/account/passkeys/:id/rename")
    static let removePasskey = Address<Passkey.ID>("/account/passkeys/:id/remove")
    static let devices = "/account/devices"
    static let endOtherDevices = "/account/devices/end-others"
    static let endAllDevices = "/account/devices/end-all"
    static let endDevice = Address<Session.ID>("/account/devices/:id/end")
    static let tokens = "/account/tokens"
    static let endAllTokens = "/account/tokens/end-all"
    static let endToken = Address<AccessToken.ID>("/account/tokens/:id/end")

    // The people of the household, for an owner.
    static let people = "/people"
    static let accountLog = "/people/log"
    static let invitations = "/people/invitations"
    static let withdrawInvitation = Address<Invitation.ID>("/people/invitations/:id/withdraw")
    static let changeRole = Address<Account.ID>("/people/:id/role")
    static let removePerson = Address<Account.ID>("/people/:id/remove")
}
