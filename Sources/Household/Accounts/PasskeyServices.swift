package import Accounts

/// The checks of what browsers send about passkeys (WebAuthn, level 2). Pure: the same input has the same result.
package struct PasskeyServices: Sendable {
    /// Checks the answer of a browser that made a passkey. Throws `PasskeyFault`.
    package let register:
        @Sendable (PasskeyRegistration, PasskeyExpectation) throws(PasskeyFault) -> VerifiedRegistration
    /// Checks the answer of a browser that used a passkey, with the public key of that passkey. Throws `PasskeyFault`.
    package let verify:
        @Sendable (PasskeyAssertion, _ publicKey: [UInt8], PasskeyExpectation) throws(PasskeyFault) -> VerifiedAssertion
    /// A public key whose private key is not known. Its check takes as long as that of a real one.
    package let decoy: [UInt8]

    package init(
        register:
            @escaping @Sendable (PasskeyRegistration, PasskeyExpectation) throws(PasskeyFault) ->
            VerifiedRegistration,
        verify:
            @escaping @Sendable (PasskeyAssertion, _ publicKey: [UInt8], PasskeyExpectation) throws(PasskeyFault) ->
            VerifiedAssertion,
        decoy: [UInt8]
    ) {
        self.register = register
        self.verify = verify
        self.decoy = decoy
    }
}

/// What an answer must be about.
package struct PasskeyExpectation: Sendable {
    package let site: PasskeySite
    /// Returns whether the server gave this challenge for this purpose, and not too long ago.
    package let isOwn: @Sendable (_ challenge: [UInt8]) -> Bool

    package init(site: PasskeySite, isOwn: @escaping @Sendable (_ challenge: [UInt8]) -> Bool) {
        self.site = site
        self.isOwn = isOwn
    }
}

/// What a browser sends after it made a passkey.
package struct PasskeyRegistration: Sendable, Hashable {
    /// The JSON of the browser about the request.
    package let clientData: [UInt8]
    package let attestation: [UInt8]
    /// How the device can be reached: "internal", "usb" …
    package let transports: [String]

    package init(clientData: [UInt8], attestation: [UInt8], transports: [String]) {
        self.clientData = clientData
        self.attestation = attestation
        self.transports = transports
    }
}

/// What a browser sends after it used a passkey.
package struct PasskeyAssertion: Sendable, Hashable {
    package let credential: [UInt8]
    /// The JSON of the browser about the request.
    package let clientData: [UInt8]
    package let authenticatorData: [UInt8]
    package let signature: [UInt8]
    /// The account for which the passkey was made, as the device stored it; empty if it did not send one.
    package let userHandle: [UInt8]

    package init(
        credential: [UInt8], clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8], userHandle: [UInt8]
    ) {
        self.credential = credential
        self.clientData = clientData
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
    }
}

/// A passkey whose registration was checked.
package struct VerifiedRegistration: Sendable, Hashable {
    package let credential: [UInt8]
    /// A COSE key.
    package let publicKey: [UInt8]
    package let counter: UInt32
    package let isBackedUp: Bool
    package let challenge: [UInt8]

    package init(credential: [UInt8], publicKey: [UInt8], counter: UInt32, isBackedUp: Bool, challenge: [UInt8]) {
        self.credential = credential
        self.publicKey = publicKey
        self.counter = counter
        self.isBackedUp = isBackedUp
        self.challenge = challenge
    }
}

/// A use of a passkey whose signature was checked. The counter is not compared yet.
package struct VerifiedAssertion: Sendable, Hashable {
    package let counter: UInt32
    package let isBackedUp: Bool
    package let challenge: [UInt8]

    package init(counter: UInt32, isBackedUp: Bool, challenge: [UInt8]) {
        self.counter = counter
        self.isBackedUp = isBackedUp
        self.challenge = challenge
    }
}

/// The reason why an answer of a browser is refused.
package enum PasskeyFault: Error, Sendable, Hashable, CaseIterable {
    /// A part cannot be read.
    case malformed
    /// Another kind of request, or a page within a page of another site.
    case wrongPurpose
    /// Another challenge, or one that is too old.
    case wrongChallenge
    case wrongOrigin
    /// Made for another host name.
    case wrongHost
    /// The person did not confirm with a finger, a face or a PIN.
    case notVerified
    /// The kind of key is not supported, or the key is not valid.
    case unusableKey
    case wrongSignature
}
