import Logging
import Metrics
package import Plants
package import Recognition

extension Household {
    /// Names the plant in one to five photographs, and remembers the answer whatever it is.
    ///
    /// Throws `HouseholdError`: `notFound`, `tooManyPhotographs`, `modelUnavailable`, `recognitionTimedOut`,
    /// `recognitionFailed`.
    package func recognise(_ photographs: [Photograph.ID]) async throws -> Identification {
        guard !photographs.isEmpty, photographs.count <= policy.photographLimit else {
            throw HouseholdError(
                .tooManyPhotographs, "One identification takes one to \(policy.photographLimit) photographs.")
        }
        var originals: [[UInt8]] = []
        for id in photographs { originals.append(try await picture(id, kind: .original)) }
        let answer = try await recogniser.recognise(originals, policy)
        let identification = Identification(id: try newIdentifier(), photographs: photographs, answer: answer)
        try await records.add(identification, for: id)
        Counter(label: "identifications_total", dimensions: [("verdict", answer.verdict.rawValue)]).increment()
        Timer(label: "identification_duration_seconds").recordSeconds(answer.durations.total / 1000)
        logger.debug(
            "photograph recognised",
            metadata: ["identification": "\(identification.id)", "verdict": "\(answer.verdict.rawValue)"])
        return identification
    }

    /// Looks again at the same plant with one more photograph; the new identification stands beside the old one.
    package func recognise(
        anotherAngleOf id: Identification.ID, _ bytes: [UInt8]
    ) async throws -> Identification {
        let first = try await identification(id)
        guard case .open = first.outcome else { throw Self.alreadyKept }
        guard first.photographs.count < policy.photographLimit else {
            throw HouseholdError(
                .tooManyPhotographs, "This plant has its \(policy.photographLimit) photographs already.",
                hint: "Identify it again with other ones.")
        }
        return try await recognise(first.photographs + [capture(bytes).id])
    }

    package func identification(_ id: Identification.ID) async throws -> Identification {
        guard let identification = try await records.identification(id, of: self.id) else {
            throw HouseholdError(.notFound, "There is no such identification.")
        }
        return identification
    }

    package func identifications(latest count: Int) async throws -> [Identification] {
        try await records.identifications(latest: count, of: id)
    }

    /// What recognises, or why nothing can at the moment.
    package func recogniserAbout() -> Result<Recogniser.About, HouseholdError> { recogniser.about() }

    static var alreadyKept: HouseholdError {
        HouseholdError(.alreadyKept, "This one is in the collection already.")
    }
}
