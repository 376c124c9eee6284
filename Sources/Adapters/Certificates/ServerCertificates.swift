import Accounts
import Foundation
import Household
import Synchronization
import X509

/// The certificate of the server: issued by the household authority.
final class IssuedCertificates: Sendable {
    private struct State {
        var authority: HouseholdAuthority?
        var identity: ServerIdentity?
        var begins = Date.distantFuture
        /// When names and expiry were compared the last time.
        var looked: Date?
        var warned: Set<String> = []
    }

    /// A certificate with less time left is replaced.
    private static let leastLeft: TimeInterval = 30 * 86_400
    private static let pause: TimeInterval = 30

    private let file: AuthorityFile
    private let machine: @Sendable () -> MachineAddresses
    /// Returns the name of the machine, and the names that a new authority permits.
    private let naming: @Sendable () -> (machine: String, permitted: [String])
    private let now: @Sendable () -> Date
    private let log: @Sendable (String) -> Void
    private let state = Mutex(State())

    init(
        _ file: AuthorityFile, machine: @escaping @Sendable () -> MachineAddresses,
        naming: @escaping @Sendable () -> (machine: String, permitted: [String]), now: @escaping @Sendable () -> Date,
        log: @escaping @Sendable (String) -> Void
    ) {
        self.file = file
        self.machine = machine
        self.naming = naming
        self.now = now
        self.log = log
    }

    /// Returns the authority; makes and stores it at the first call.
    func authority() throws -> HouseholdAuthority {
        try state.withLock { try authority(&$0) }
    }

    private func authority(_ state: inout State) throws -> HouseholdAuthority {
        if let authority = state.authority { return authority }
        if let authority = try file.read() {
            if file.isOpenToOthers {
                log(
                    "Others on this machine can read the private key of the household authority: "
                        + "chmod 600 \(file.path)")
            }
            state.authority = authority
            return authority
        }
        let naming = naming()
        let made = try HouseholdAuthority.make(machine: naming.machine, names: naming.permitted, now: now())
        let authority = try file.create(made)
        state.authority = authority
        return authority
    }

    /// Returns the current certificate. Issues another one if the clock, the names or the addresses require it; looks at
    /// most every 30 s.
    func identity() throws -> ServerIdentity {
        try state.withLock { state in
            let now = now()
            if let identity = state.identity, let looked = state.looked,
                (0..<Self.pause).contains(now.timeIntervalSince(looked))
            {
                return identity
            }
            let authority = try authority(&state)
            let (names, addresses) = permitted(by: authority, &state)
            if let identity = state.identity, state.begins <= now,
                identity.expires.timeIntervalSince(now) >= Self.leastLeft
                    || identity.expires == authority.certificate.notValidAfter,
                Set(names + addresses).isSubset(of: identity.names)
            {
                state.looked = now
                return identity
            }
            let identity = try authority.identity(names: names, addresses: addresses, now: now)
            state.identity = identity
            state.begins = now - HouseholdAuthority.leeway
            state.looked = now
            return identity
        }
    }

    /// The names and addresses for the certificate: those of the machine that the authority permits. For each other name
    /// one warning is logged; a public address is left out without one, because it is normal for version 6.
    private func permitted(by authority: HouseholdAuthority, _ state: inout State) -> ([String], [String]) {
        let machine = machine()
        var names: [String] = []
        // A name without a dot is in no certificate: see `MachineNames.permittedNames`.
        for name in machine.names.filter({ $0.contains(".") }) + ["localhost"] {
            if authority.permits(name: name) {
                names.append(name)
            } else if state.warned.insert(name).inserted {
                log(
                    "The certificate does not cover \(name), because the household authority was made for other names. "
                        + "Docs/settings.md says how to make another one.")
            }
        }
        let addresses = (machine.addresses + ["127.0.0.1", "::1"]).filter { text in
            NetworkAddress(text).map { authority.permits($0) } ?? false
        }
        return (names, addresses)
    }
}

/// The certificate of the server: from the operator's files.
final class OperatorCertificates: Sendable {
    private struct State {
        var identity: ServerIdentity?
        /// The files that gave `identity`, or that could not be used.
        var stamp: CertificateFiles.Stamp?
        var looked: Date?
    }

    private static let pause: TimeInterval = 10

    private let files: CertificateFiles
    private let now: @Sendable () -> Date
    private let log: @Sendable (String) -> Void
    private let state = Mutex(State())

    init(_ files: CertificateFiles, now: @escaping @Sendable () -> Date, log: @escaping @Sendable (String) -> Void) {
        self.files = files
        self.now = now
        self.log = log
    }

    /// Returns the current certificate. Reads the files again if they were replaced; looks at most every 10 s. If the new
    /// files cannot be used, the old certificate stays, and the reason is logged once.
    func identity() throws -> ServerIdentity {
        try state.withLock { state in
            let now = now()
            if let identity = state.identity, let looked = state.looked,
                (0..<Self.pause).contains(now.timeIntervalSince(looked))
            {
                return identity
            }
            // Before the reading: a file that is replaced during it is read again next time.
            let stamp = files.stamp
            state.looked = now
            if let identity = state.identity, stamp == state.stamp { return identity }
            do throws(HouseholdError) {
                let identity = try files.read(now: now)
                if state.identity != nil {
                    log("The certificate was read again; it is valid until \(identity.expires).")
                }
                state.identity = identity
                state.stamp = stamp
                return identity
            } catch {
                guard let identity = state.identity else { throw error }
                log("The new certificate cannot be used, so the old one stays: \(error.message)")
                state.stamp = stamp
                return identity
            }
        }
    }
}
