import FoundationEssentials
import GRDB
package import Household
package import Plants
import Recognition

extension SQLiteRecords {
    package func add(_ identification: Identification, for household: Household.ID) async throws {
        try await write { database in
            let answer = identification.answer
            let key: StatementArguments = [household.rawValue, identification.id.rawValue]
            try database.execute(
                sql: """
                    INSERT INTO identification
                        (household_id, id, verdict, reason, source, model, decode_ms, inference_ms, total_ms, answered_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: key + [
                    answer.verdict.rawValue, answer.reason.rawValue, answer.source.rawValue, answer.model,
                    answer.durations.decode, answer.durations.inference, answer.durations.total,
                    answer.answeredAt.milliseconds,
                ])
            for (position, photograph) in identification.photographs.enumerated() {
                let embedding = position < answer.embeddings.count ? answer.embeddings[position] : []
                try database.execute(
                    sql: """
                        INSERT INTO identification_photograph
                            (household_id, identification_id, position, photograph_id, embedding) VALUES (?, ?, ?, ?, ?)
                        """,
                    arguments: key + [position, photograph.rawValue, Columns.blob(embedding)])
            }
            for candidate in answer.candidates {
                try database.execute(
                    sql: """
                        INSERT INTO candidate
                            (household_id, identification_id, rank, scientific_name, taxon_rank, family, common_names,
                             confidence)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                        """,
                    arguments: key + [
                        candidate.rank, candidate.taxon.scientificName, candidate.taxon.rank.rawValue,
                        candidate.taxon.family, try Columns.names(candidate.taxon.commonNames),
                        candidate.confidence.value,
                    ])
            }
            for (position, group) in answer.rollUps.enumerated() {
                try database.execute(
                    sql: """
                        INSERT INTO roll_up (household_id, identification_id, position, name, taxon_rank, confidence)
                        VALUES (?, ?, ?, ?, ?, ?)
                        """,
                    arguments: key + [position, group.name, group.rank.rawValue, group.confidence.value])
            }
        }
    }

    package func identification(
        _ id: Identification.ID, of household: Household.ID
    ) async throws -> Identification? {
        try await read { database in
            try Row.fetchOne(
                database, sql: "SELECT * FROM identification WHERE household_id = ? AND id = ?",
                arguments: [household.rawValue, id.rawValue]
            ).map { try Self.identification($0, of: household, in: database) }
        }
    }

    package func identifications(
        latest count: Int, of household: Household.ID
    ) async throws -> [Identification] {
        try await read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM identification WHERE household_id = ? ORDER BY answered_at DESC, id DESC LIMIT ?
                    """,
                arguments: [household.rawValue, count]
            ).map { try Self.identification($0, of: household, in: database) }
        }
    }

    private static func identification(
        _ row: Row, of household: Household.ID, in database: Database
    ) throws -> Identification {
        let id: Identification.ID = try row.identifier("id")
        let key: StatementArguments = [household.rawValue, id.rawValue]
        func rows(_ table: String, by order: String) throws -> [Row] {
            try Row.fetchAll(
                database,
                sql: "SELECT * FROM \(table) WHERE household_id = ? AND identification_id = ? ORDER BY \(order)",
                arguments: key)
        }
        let photographs = try rows("identification_photograph", by: "position")
        let embeddings = photographs.map { Columns.vector($0["embedding"]) }
        let answer = Answer(
            verdict: try row.word("verdict"), reason: try row.word("reason"),
            candidates: try rows("candidate", by: "rank").map { row in
                Candidate(
                    rank: try row.required("rank"), taxon: try row.taxon(),
                    confidence: Confidence(try row.required("confidence")))
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
        let plant: Plant.ID? = try Row.fetchOne(
            database, sql: "SELECT id FROM plant WHERE household_id = ? AND identification_id = ?", arguments: key
        ).map { try $0.identifier("id") }
        return Identification(
            id: id, photographs: try photographs.map { try $0.identifier("photograph_id") }, answer: answer,
            outcome: plant.map { .kept($0) } ?? .open)
    }
}
