package import FoundationEssentials
import Household
package import Recognition

/// Decides which files of photographs may be removed. A file is removed only inside a write transaction that found
/// neither a photograph with its digest nor an intake under way. If an intake is announced first, the file stays. If a
/// removal comes first, the intake writes the file again.
extension SQLRecords {
    package func announce(
        _ photographs: [Photograph], until deadline: Date
    ) async throws {
        try await write { transaction in
            // In one order, so that two intakes never wait for each other.
            for digest in Set(photographs.map(\.digest.hexadecimal)).sorted() { try transaction.lock(digest) }
            for photograph in photographs {
                try transaction.execute(
                    """
                    INSERT INTO photograph_intake (household_id, photograph_id, digest, until) VALUES (?, ?, ?, ?)
                    ON CONFLICT (household_id, photograph_id)
                    DO UPDATE SET digest = excluded.digest, until = excluded.until
                    """,
                    [
                        household.rawValue, photograph.id.rawValue, photograph.digest.hexadecimal,
                        deadline.milliseconds,
                    ])
            }
        }
    }

    package func giveUp(_ photographs: [Photograph]) async throws {
        try await write { transaction in
            for photograph in photographs where try Self.endIntake(of: photograph, for: household, in: transaction) {
                try Self.putDown(photograph.digest, of: household, in: transaction)
            }
        }
    }

    package func filesToRemove(at now: Date) async throws -> [Digest] {
        try await read { transaction in
            try transaction.values(
                String.self,
                """
                SELECT digest FROM picture_to_remove WHERE household_id = :household AND due_at <= :now
                UNION SELECT digest FROM photograph_intake WHERE household_id = :household AND until <= :now
                ORDER BY digest
                """, ["household": household.rawValue, "now": now.milliseconds]
            ).compactMap(Digest.init)
        }
    }

    @discardableResult
    package func removeFiles(
        of digest: Digest, at now: Date,
        _ remove: @escaping @Sendable (Digest) throws -> Void
    ) async throws -> Bool {
        try await endIntakes(of: digest, at: now)
        return try await writeShared { transaction in
            // An intake that is announced later finds no file, and writes it.
            try transaction.lock(digest.hexadecimal)
            try transaction.execute(
                "DELETE FROM picture_to_remove WHERE household_id = ? AND digest = ?",
                [household.rawValue, digest.hexadecimal])
            let isNeeded = try transaction.value(
                Bool.self,
                """
                SELECT EXISTS (SELECT 1 FROM photograph WHERE digest = :digest)
                    OR EXISTS (SELECT 1 FROM photograph_intake WHERE digest = :digest)
                """, ["digest": digest.hexadecimal])
            guard isNeeded == false else { return false }
            try remove(digest)
            return true
        }
    }

    /// Ends the expired intakes of a digest. They must not add their photographs any more, even if the removal of the
    /// file fails, so this is a transaction of its own.
    private func endIntakes(of digest: Digest, at now: Date) async throws {
        try await writeShared { transaction in
            let households = try transaction.values(
                String.self, "DELETE FROM photograph_intake WHERE digest = ? AND until <= ? RETURNING household_id",
                [digest.hexadecimal, now.milliseconds])
            for household in Set(households).compactMap(Household.ID.init) {
                try Self.putDown(digest, of: household, in: transaction)
            }
        }
    }

    /// Returns whether the intake was still under way.
    static func endIntake(
        of photograph: Photograph, for household: Household.ID, in transaction: any SQLTransaction
    ) throws -> Bool {
        let changed = try transaction.execute(
            "DELETE FROM photograph_intake WHERE household_id = ? AND photograph_id = ? AND digest = ?",
            [household.rawValue, photograph.id.rawValue, photograph.digest.hexadecimal])
        return changed == 1
    }

    /// Marks the file of the digest for removal.
    static func putDown(_ digest: Digest, of household: Household.ID, in transaction: any SQLTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO picture_to_remove (household_id, digest, due_at) VALUES (?, ?, 0)
            ON CONFLICT (household_id, digest) DO UPDATE SET due_at = 0
            """,
            [household.rawValue, digest.hexadecimal])
    }
}
