import Logging

/// Keys that the household makes for itself and stores sealed.
struct HouseholdSecrets: Sendable {
    let id: Household.ID
    let records: any SecretRecords
    let secretBox: SecretBox
    let logger: Logger
}

extension HouseholdSecrets {
    /// Returns an existing secret that can be decrypted; nil if there is none.
    func knownSecret(_ name: String) async throws -> [UInt8]? { try await keptSecret(name).secret }

    /// Returns the secret of that name; otherwise the row that cannot be decrypted, and the first free name to which
    /// that row can be moved.
    private func keptSecret(_ name: String) async throws -> (secret: [UInt8]?, kept: [UInt8]?, before: String) {
        let context = "secret \(id) \(name)"
        let kept = try await records.secret(name)
        if let kept, let secret = try? secretBox.open(kept, context) { return (secret, kept, "") }
        // The key of the house was missing for a while, and a new secret was made meanwhile. The oldest secret that can
        // be decrypted is used, however often this has happened.
        var (before, count) = ("\(name) before", 1)
        while let older = try await records.secret(before) {
            if let secret = try? secretBox.open(older, context) { return (secret, kept, before) }
            count += 1
            before = "\(name) before \(count)"
        }
        return (nil, kept, before)
    }

    func secret(_ name: String, _ make: () -> [UInt8]) async throws -> [UInt8] {
        let context = "secret \(id) \(name)"
        let (secret, kept, before) = try await keptSecret(name)
        if let secret { return secret }
        // There is no secret yet, or the key that sealed it is lost. If the key cannot be read now, sealing fails, too,
        // and nothing is lost.
        let fresh = try secretBox.seal(make(), context)
        if let kept {
            _ = try await records.replace(secret: before, nil, with: kept)
            logger.error("a secret cannot be read any more and is made anew", metadata: ["name": "\(name)"])
        }
        return try secretBox.open(
            try await records.replace(secret: name, kept, with: fresh), context)
    }
}
