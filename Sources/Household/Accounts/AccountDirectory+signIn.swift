package import Accounts
import FoundationEssentials
import Synchronization

extension AccountDirectory {
    /// Begins a session. Throws `signInRefused` for an unknown name and for a wrong passphrase, after the same time, and
    /// `tooManyAttempts`.
    package func signIn(
        name: String, passphrase: String, on device: Device
    ) async throws -> NewSession {
        let (found, attempt) = try await begin(name, device)
        let typed = Passphrase(unchecked: passphrase)
        // A comparison takes place in any case, so that the time does not reveal whether the name exists.
        let result = try await deciding(attempt) {
            try await services.verify(typed ?? .init(empty: ()), found?.hash ?? services.decoy)
        }
        guard let found, let hash = found.hash, let typed, result.matches else {
            throw try await refusal(of: found, device)
        }
        // If the new hash cannot be made now, the next sign-in makes it.
        let rehash = result.needsRehash ? try? await services.hash(typed) : nil
        let session = try newSession(on: device)
        let account = try await records.signIn(
            found.account.id, verified: hash, rehash: rehash, session: session.row)
        await succeeded(attempt)
        return begun(account, session)
    }

    /// Sets a new passphrase with a recovery code, which is used up. All sessions of the account end. Throws as `signIn`.
    package func recover(
        name: String, code: String, passphrase: Passphrase, on device: Device
    ) async throws -> NewSession {
        if let name = try? AccountName(name) { try check(passphrase, of: name) }
        let (found, attempt) = try await begin(name, device)
        // One slow hash in any case, for the same reason as in `signIn`.
        let hash = try await deciding(attempt) { try await services.hash(passphrase) }
        let session = try newSession(on: device)
        guard let found else { throw try await refusal(of: nil, device) }
        let account: Account
        do {
            account = try await records.recover(
                found.account.id, code: digest(RecoveryCode.canonical(code), for: "recovery"), hash: hash,
                session: session.row)
        } catch let error as HouseholdError where error.code == .signInRefused {
            throw try await refusal(of: found, device)
        }
        await succeeded(attempt)
        return begun(account, session)
    }

    /// Sets a new passphrase. All sessions of the account end, and a new one begins. Throws `signInRefused` if `old` is
    /// not the passphrase, `passphraseRefused`, and `tooManyAttempts`.
    package func changePassphrase(
        from old: String, to new: Passphrase, by person: SignedIn, on device: Device
    ) async throws -> NewSession {
        try check(new, of: person.account.name)
        let (found, attempt) = try await begin(person.account.name.text, device)
        guard let found, found.account.id == person.account.id, let typed = Passphrase(unchecked: old),
            let current = found.hash,
            try await deciding(attempt, { try await services.verify(typed, current) }).matches
        else { throw try await refusal(of: found, device) }
        let hash = try await deciding(attempt) { try await services.hash(new) }
        let session = try newSession(on: device)
        let account = try await records.change(
            hash: current, to: hash, of: found.account.id, session: session.row)
        await succeeded(attempt)
        return begun(account, session)
    }

    /// Counts an attempt. Throws `tooManyAttempts` if it must wait.
    private func begin(
        _ name: String, _ device: Device
    ) async throws -> (found: StoredCredential?, attempt: AttemptLimit.Attempt) {
        try await attempts.restore()
        let key = AccountName.key(of: name)
        let found = try await records.credential(name: key, address: device.address)
        let attempt = AttemptLimit.Attempt(
            name: name, address: device.address, isFamiliar: found?.isFamiliar ?? false)
        try await begin(attempt)
        return (found, attempt)
    }

    /// Counts an attempt. Throws `tooManyAttempts` if it must wait.
    func begin(_ attempt: AttemptLimit.Attempt) async throws {
        try await attempts.restore()
        var wait = await attempts.wait(.signIn, for: attempt)
        if wait == nil {
            let now = environment.steady()
            wait = try await attempts.update(.signIn, for: attempt) { $0.begin(attempt, at: now) }
        }
        if let wait { throw HouseholdError.tooManyAttempts(Int((wait / .seconds(1)).rounded(.up))) }
    }

    func succeeded(_ attempt: AttemptLimit.Attempt) async { await settle(attempt) { $0.succeed(attempt) } }

    /// Takes back an attempt of which neither a success nor a failure is known.
    func withdraw(_ attempt: AttemptLimit.Attempt) async { await settle(attempt) { $0.withdraw(attempt) } }

    /// Runs to its end also if the task is cancelled.
    private func settle(
        _ attempt: AttemptLimit.Attempt, _ change: @escaping @Sendable (inout AttemptLimit) -> Void
    ) async {
        await Task { [attempts] in _ = try? await attempts.update(.signIn, for: attempt, change) }.value
    }

    /// Performs the slow part of an attempt. Takes the attempt back if `body` throws: then neither a success nor a failure
    /// is known. Throws `tooManyAttempts` if too many attempts from unfamiliar places are in progress.
    func deciding<Value>(
        _ attempt: AttemptLimit.Attempt, _ body: () async throws -> Value
    ) async throws -> Value {
        do {
            guard attempt.isFamiliar || memory.takeUnfamiliarPlace() else { throw HouseholdError.tooManyAttempts(5) }
            defer { if !attempt.isFamiliar { memory.returnUnfamiliarPlace() } }
            return try await body()
        } catch {
            await withdraw(attempt)
            throw error
        }
    }

    private func refusal(of found: StoredCredential?, _ device: Device) async throws -> HouseholdError {
        try await records.countFailure(of: found?.account.id, address: device.address, at: environment.now())
        return .signInRefused
    }
}
