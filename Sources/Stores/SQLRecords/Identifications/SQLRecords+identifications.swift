import FoundationEssentials
import Household
import Messages
package import Plants
import Recognition

extension SQLRecords {
    package func add(
        _ identification: Identification, waiting: Waiting?
    ) async throws {
        try await write(
            once { transaction in
                let key: SQLArguments = [household.rawValue, identification.id.rawValue]
                let columns = try Self.columns(of: identification)
                try transaction.execute(
                    """
                    INSERT INTO identification (household_id, id, \(Self.columnNames.joined(separator: ", ")))
                    VALUES (?, ?, \(Self.columnNames.map { _ in "?" }.joined(separator: ", ")))
                    """,
                    key + columns)
                for (position, photograph) in identification.photographs.enumerated() {
                    let embeddings = identification.answer.embeddings
                    try transaction.execute(
                        """
                        INSERT INTO identification_photograph
                            (household_id, identification_id, position, photograph_id, embedding, organ)
                        VALUES (?, ?, ?, ?, ?, ?)
                        """,
                        key + [
                            position, photograph.rawValue,
                            Columns.blob(position < embeddings.count ? embeddings[position] : []),
                            identification.organs[position].rawValue,
                        ])
                }
                try Self.write(identification.answer, key: key, in: transaction)
                if let waiting { try Self.write(waiting, for: household, in: transaction) }
            })
    }

    package func discard(_ draft: Waiting) async throws {
        try await write(
            notYet { transaction in
                try transaction.execute(
                    """
                    DELETE FROM identification WHERE household_id = :household AND id = :id AND EXISTS (
                        SELECT 1 FROM waiting
                        WHERE household_id = :household AND identification_id = :id AND fence = :fence)
                    """,
                    [
                        "household": household.rawValue, "id": draft.identification.rawValue, "fence": draft.fence,
                    ])
            })
    }

    package func amend(
        _ identification: Identification, claim: Waiting?, waiting: Waiting?
    ) async throws {
        try await write { transaction in
            let key: SQLArguments = [household.rawValue, identification.id.rawValue]
            if let claim {
                let fence = try transaction.value(
                    Int.self, "SELECT fence FROM waiting WHERE household_id = ? AND identification_id = ?",
                    key)
                guard fence == claim.fence else {
                    throw HouseholdError(.claimLost, localized("Somebody else has taken this one over."))
                }
            }
            if waiting == nil {
                try transaction.execute(
                    "DELETE FROM waiting WHERE household_id = ? AND identification_id = ?", key)
            }
            let changed = try transaction.execute(
                """
                UPDATE identification SET \(Self.columnNames.map { "\($0) = ?" }.joined(separator: ", "))
                WHERE household_id = ? AND id = ?
                """,
                try Self.columns(of: identification) + key)
            guard changed == 1 else {
                throw HouseholdError(.notFound, localized("There is no such identification."))
            }
            let embeddings = identification.answer.embeddings
            for (position, organ) in identification.organs.enumerated() {
                try transaction.execute(
                    """
                    UPDATE identification_photograph SET organ = ?, embedding = ?
                    WHERE household_id = ? AND identification_id = ? AND position = ?
                    """,
                    [
                        organ.rawValue, Columns.blob(position < embeddings.count ? embeddings[position] : []),
                    ] + key + [position])
            }
            try transaction.execute(
                "DELETE FROM candidate WHERE household_id = ? AND identification_id = ?", key)
            try transaction.execute(
                "DELETE FROM roll_up WHERE household_id = ? AND identification_id = ?", key)
            try Self.write(identification.answer, key: key, in: transaction)
            if let waiting { try Self.write(waiting, for: household, in: transaction) }
        }
    }

    private static let columnNames = [
        "verdict", "reason", "source", "model", "decode_ms", "inference_ms", "total_ms", "answered_at",
        "asked_service", "asked_reason", "asked_wanted", "asked_price", "asked_remaining", "asked_threshold",
        "failure_code",
        "failure_message", "failure_passes", "has_device", "device_opinion", "service_opinion",
    ]

    /// The values in the order of `columnNames`.
    private static func columns(of identification: Identification) throws -> SQLArguments {
        let findings = identification.findings
        let (answer, asked) = (findings.answer, findings.asked)
        let isPlain = findings.service == nil && findings.device == answer
        return [
            answer.verdict.rawValue, answer.reason.rawValue, answer.source.rawValue, answer.model,
            answer.durations.decode, answer.durations.inference, answer.durations.total,
            answer.answeredAt.milliseconds, asked.service?.rawValue, asked.reason.rawValue,
            asked.wanted?.rawValue, asked.priceUnits,
            asked.remaining, asked.threshold, asked.failure?.code, asked.failure?.message,
            asked.failure?.isPassing ?? false, findings.device != nil,
            isPlain ? nil : try findings.device.map(AnswerText.written),
            try findings.service.map(AnswerText.written),
        ]
    }

    private static func write(_ answer: Answer, key: SQLArguments, in transaction: any SQLTransaction) throws {
        for candidate in answer.candidates {
            try transaction.execute(
                """
                INSERT INTO candidate
                    (household_id, identification_id, rank, scientific_name, taxon_rank, family, common_names,
                     confidence, powo, gbif, device_confidence, service_confidence)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                key + [
                    candidate.rank, candidate.taxon.scientificName, candidate.taxon.rank.rawValue,
                    candidate.taxon.family, try Columns.json(candidate.taxon.commonNames),
                    candidate.confidence.value, candidate.taxon.powo, candidate.taxon.gbif, candidate.device?.value,
                    candidate.service?.value,
                ])
        }
        for (position, group) in answer.rollUps.enumerated() {
            try transaction.execute(
                """
                INSERT INTO roll_up (household_id, identification_id, position, name, taxon_rank, confidence)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
                key + [position, group.name, group.rank.rawValue, group.confidence.value])
        }
    }

    package func identification(
        _ id: Identification.ID
    ) async throws -> Identification? {
        try await read { transaction in
            try transaction.first(
                "SELECT * FROM identification WHERE household_id = ? AND id = ?",
                [household.rawValue, id.rawValue]
            ).map { try Self.identification($0, of: household, in: transaction) }
        }
    }

    package func identifications(
        latest count: Int
    ) async throws -> [Identification] {
        try await read { transaction in
            try transaction.query(
                """
                SELECT * FROM identification WHERE household_id = ? ORDER BY answered_at DESC, id DESC LIMIT ?
                """,
                [household.rawValue, count]
            ).map { try Self.identification($0, of: household, in: transaction) }
        }
    }

    private static func identification(
        _ row: SQLRow, of household: Household.ID, in transaction: any SQLTransaction
    ) throws -> Identification {
        let id: Identification.ID = try row.identifier("id")
        let key: SQLArguments = [household.rawValue, id.rawValue]
        func rows(_ table: String, by order: String) throws -> [SQLRow] {
            try transaction.query(
                "SELECT * FROM \(table) WHERE household_id = ? AND identification_id = ? ORDER BY \(order)",
                key)
        }
        let photographs = try rows("identification_photograph", by: "position")
        let embeddings = photographs.map { Columns.vector($0["embedding"]) }
        let answer = Answer(
            verdict: try row.word("verdict"), reason: try row.word("reason"),
            candidates: try rows("candidate", by: "rank").map { row in
                Candidate(
                    rank: try row.required("rank"), taxon: try row.taxon(),
                    confidence: Confidence(try row.required("confidence")),
                    device: (row["device_confidence"] as Double?).map(Confidence.init),
                    service: (row["service_confidence"] as Double?).map(Confidence.init))
            },
            rollUps: try rows("roll_up", by: "position").map { row in
                RollUp(
                    name: try row.required("name"), rank: try row.word("taxon_rank"),
                    confidence: Confidence(try row.required("confidence")))
            },
            source: try row.word("source"), model: try row.required("model"),
            durations: .init(
                decode: try row.required("decode_ms"), inference: try row.required("inference_ms"),
                total: try row.required("total_ms")),
            answeredAt: Date(milliseconds: try row.required("answered_at")),
            embeddings: embeddings.allSatisfy(\.isEmpty) ? [] : embeddings)
        let plant = try Self.plant(of: id, household, in: transaction)
        return Identification(
            id: id, photographs: try photographs.map { try $0.identifier("photograph_id") },
            organs: try photographs.map { try $0.word("organ") }, findings: try findings(row, around: answer),
            outcome: plant.map { .kept($0) } ?? .open)
    }

    /// The plant that was made of an identification, or to which its photographs were added.
    static func plant(
        of identification: Identification.ID, _ household: Household.ID, in transaction: any SQLTransaction
    ) throws -> Plant.ID? {
        try transaction.first(
            """
            SELECT id, 0 AS place FROM plant WHERE household_id = :household AND identification_id = :identification
            UNION ALL
            SELECT plant_id, 1 FROM plant_photograph
            WHERE household_id = :household AND identification_id = :identification
            ORDER BY place, id LIMIT 1
            """, ["household": household.rawValue, "identification": identification.rawValue]
        ).map { try $0.identifier("id") }
    }

    private static func findings(_ row: SQLRow, around answer: Answer) throws -> InquiryResult {
        let ownText: String? = row["device_opinion"]
        let itsText: String? = row["service_opinion"]
        let own = try ownText.map { try AnswerText.read($0).with(embeddings: answer.embeddings) }
        let failureCode: String? = row["failure_code"]
        let asked = ServiceCallRecord(
            service: (row["asked_service"] as String?).flatMap(Answer.Source.init),
            reason: try row.word("asked_reason"),
            wanted: (row["asked_wanted"] as String?).flatMap(ServiceCallRecord.Reason.init),
            priceUnits: try row.required("asked_price"), remaining: row["asked_remaining"],
            threshold: try row.required("asked_threshold"),
            failure: failureCode.map {
                .init(code: $0, message: row["failure_message"] ?? "", isPassing: row["failure_passes"] ?? false)
            })
        return InquiryResult(
            answer: answer, device: try own ?? (row.required("has_device") ? answer : nil),
            service: try itsText.map(AnswerText.read),
            asked: asked)
    }
}
