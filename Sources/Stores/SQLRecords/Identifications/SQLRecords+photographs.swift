package import Accounts
package import FoundationEssentials
import Household
import Messages
package import Plants
package import Recognition

extension SQLRecords {
    package func add(_ photographs: [Photograph], to plant: Plant.ID?) async throws {
        let body: @Sendable (any SQLTransaction) throws -> Void = { transaction in
            for photograph in photographs {
                try Self.insert(photograph, for: household, in: transaction)
                if let plant { try Self.add(photograph.id, to: plant, for: household, in: transaction) }
            }
        }
        // Photographs without a plant are removed again unless an identification follows, which is the effect.
        try await write(plant == nil ? body : once(body))
    }

    package func add(_ photograph: Photograph, to plant: Plant.ID, by guest: GuestLink) async throws {
        try await write { transaction in
            try Self.requireGuestLink(guest.id.rawValue, at: photograph.capturedAt, of: household, in: transaction)
            try Self.requireAllowance(at: photograph.capturedAt, by: guest, of: household, in: transaction)
            try Self.insert(photograph, for: household, in: transaction)
            try Self.add(photograph.id, to: plant, for: household, in: transaction)
            try transaction.execute(
                """
                UPDATE plant_photograph SET guest_link = ?, guest_name = ?
                WHERE household_id = ? AND plant_id = ? AND photograph_id = ?
                """,
                [
                    guest.id.rawValue, guest.name, household.rawValue, plant.rawValue, photograph.id.rawValue,
                ])
        }
    }

    package func requirePhotographAllowance(of guest: GuestLink, at now: Date) async throws {
        try await read { try Self.requireAllowance(at: now, by: guest, of: household, in: $0) }
    }

    package func guestPhotographs(of plant: Plant.ID) async throws -> [Photograph.ID: String] {
        try await read { transaction in
            let rows = try transaction.query(
                """
                SELECT photograph_id, guest_name FROM plant_photograph
                WHERE household_id = ? AND plant_id = ? AND guest_name IS NOT NULL
                """, [household.rawValue, plant.rawValue])
            return Dictionary(
                try rows.map { (try $0.identifier("photograph_id"), try $0.required("guest_name")) },
                uniquingKeysWith: { first, _ in first })
        }
    }

    /// Throws `tooManyPhotographs` if the guest has added as many as is allowed within 24 hours.
    private static func requireAllowance(
        at now: Date, by guest: GuestLink, of household: Household.ID,
        in transaction: any SQLTransaction
    ) throws {
        let count = try transaction.value(
            Int.self,
            """
            SELECT count(*) FROM plant_photograph AS taken
            JOIN photograph ON photograph.household_id = taken.household_id AND photograph.id = taken.photograph_id
            WHERE taken.household_id = ? AND taken.guest_link = ? AND photograph.captured_at > ?
            """,
            [
                household.rawValue, guest.id.rawValue,
                now.addingTimeInterval(-86_400).milliseconds,
            ])
        guard count ?? 0 < GuestLink.photographsADay else {
            throw HouseholdError(
                .tooManyPhotographs,
                localized("A guest can add \(GuestLink.photographsADay, "count") photographs a day."),
                hint: localized("Try again tomorrow."))
        }
    }

    package func discard(_ photographs: [Photograph.ID]) async throws {
        try await write { transaction in
            for photograph in photographs { _ = try Self.delete(photograph, of: household, in: transaction) }
        }
    }

    /// Ends the intake of the photograph and adds its row.
    static func insert(_ photograph: Photograph, for household: Household.ID, in transaction: any SQLTransaction) throws
    {
        guard try endIntake(of: photograph, for: household, in: transaction) else {
            throw HouseholdError(
                .storageFailed, localized("Taking in the photograph took too long, so nothing was kept."),
                hint: localized("Send it again."))
        }
        try transaction.execute(
            """
            INSERT INTO photograph
                (household_id, id, digest, format, width, height, byte_count, captured_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                household.rawValue, photograph.id.rawValue, photograph.digest.hexadecimal,
                photograph.format.rawValue, photograph.width, photograph.height, photograph.byteCount,
                photograph.capturedAt.milliseconds,
            ])
    }

    /// A condition that is true if nothing refers to the photograph `p`.
    static let isUnattached = """
        NOT EXISTS (SELECT 1 FROM identification_photograph AS i
            WHERE i.household_id = p.household_id AND i.photograph_id = p.id)
        AND NOT EXISTS (SELECT 1 FROM plant_photograph AS o
            WHERE o.household_id = p.household_id AND o.photograph_id = p.id)
        AND NOT EXISTS (SELECT 1 FROM removed_plant_photograph AS r
            WHERE r.household_id = p.household_id AND r.photograph_id = p.id)
        AND NOT EXISTS (SELECT 1 FROM medicine_label AS l
            WHERE l.household_id = p.household_id AND l.photograph_id = p.id)
        """

    package func unattachedPhotographs() async throws -> Int {
        try await read { transaction in
            try transaction.value(
                Int.self, "SELECT count(*) FROM photograph AS p WHERE household_id = ? AND \(Self.isUnattached)",
                [household.rawValue]) ?? 0
        }
    }

    package func sweepPhotographs(
        at now: Date, notedBefore limit: Date
    ) async throws -> Int {
        try await write { transaction in
            try transaction.execute(
                """
                UPDATE photograph AS p SET unattached_since = NULL
                WHERE household_id = ? AND unattached_since IS NOT NULL AND NOT (\(Self.isUnattached))
                """, [household.rawValue])
            let noted = try transaction.values(
                String.self, "SELECT id FROM photograph WHERE household_id = ? AND unattached_since <= ?",
                [household.rawValue, limit.milliseconds])
            let gone = try noted.compactMap { name in
                try Photograph.ID(name).flatMap { try Self.delete($0, of: household, in: transaction) }
            }
            // A later time than now comes from a wrong clock.
            try transaction.execute(
                """
                UPDATE photograph AS p SET unattached_since = :now
                WHERE household_id = :household AND (unattached_since IS NULL OR unattached_since > :now)
                    AND \(Self.isUnattached)
                """, ["household": household.rawValue, "now": now.milliseconds])
            return gone.count
        }
    }

    package func photograph(_ id: Photograph.ID) async throws -> Photograph? {
        let condition = viewer.seesLabel("label")
        return try await read { transaction in
            try transaction.first(
                """
                SELECT * FROM photograph AS p WHERE household_id = ? AND id = ? AND NOT EXISTS (
                    SELECT 1 FROM medicine_label AS label
                    WHERE label.household_id = p.household_id AND label.photograph_id = p.id
                        AND (\(condition.sql)) IS NOT TRUE)
                """, [household.rawValue, id.rawValue] + condition.arguments)?.photograph()
        }
    }

    package func uses(_ digest: Digest) async throws -> Bool {
        try await read { transaction in
            try transaction.value(
                Bool.self, "SELECT EXISTS (SELECT 1 FROM photograph WHERE digest = ?)",
                [digest.hexadecimal]) ?? false
        }
    }

    /// Returns the digests of all households, each once, for the comparison with the files on the disk.
    package func digests() async throws -> [Digest] {
        try await read { transaction in
            try transaction.values(String.self, "SELECT DISTINCT digest FROM photograph ORDER BY digest")
                .compactMap(Digest.init)
        }
    }
}
