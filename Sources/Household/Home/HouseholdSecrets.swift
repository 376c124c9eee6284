import Logging

/// Keys that the household makes for itself and keeps sealed.
struct HouseholdSecrets: Sendable {
    let id: Household.ID
    let records: any Records
    let secretBox: SecretBox
    let logger: Logger
}

extension HouseholdSecrets {
    /// A secret that was made before and can be read; nil if there is none.
    func knownSecret(_ name: String) async throws -> [UInt8]? { try await keptSecret(name).secret }

    /// The secret of that name; else the row that cannot be read, and the first free name to put that row under.
    private func keptSecret(_ name: String) async throws -> (secret: [UInt8]?, kept: [UInt8]?, before: String) {
        let context = "secret \(id) \(name)"
        let kept = try await records.secret(name, of: id)
        if let kept, let secret = try? secretBox.open(kept, context) { return (secret, kept, "") }
        // The key of the house was away for a while, and a new one was made meanwhile: what was sealed before counts,
        // however often that was.
        var (before, count) = ("\(name) before", 1)
        while let older = try await records.secret(before, of: id) {
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
        // None yet, or the key that sealed it is lost. Where the key cannot be read now, sealing fails too, and nothing
        // is lost.
        let fresh = try secretBox.seal(make(), context)
        if let kept {
            _ = try await records.replace(secret: before, nil, with: kept, of: id)
            logger.error("a secret cannot be read any more and is made anew", metadata: ["name": "\(name)"])
        }
        return try secretBox.open(
            try await records.replace(secret: name, kept, with: fresh, of: id), context)
    }
}
