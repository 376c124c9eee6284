import Logging
package import Recognition

extension Household {
    /// Takes in a picture as it arrived: read, checked, kept, remembered, in that order.
    ///
    /// Throws `HouseholdError`: `photographRefused` with the reason in `detail`, `darkroomUnavailable`, `storageFull`
    /// or `storageFailed`. Nothing is kept of a picture that is refused.
    package func capture(_ bytes: [UInt8]) async throws -> Photograph {
        let print = try await darkroom.develop(bytes)
        let digest = try await archive.keep(bytes, print)
        let photograph = Photograph(
            id: try newIdentifier(), digest: digest, format: print.format, width: print.width, height: print.height,
            byteCount: bytes.count, capturedAt: world.now())
        try await records.add(photograph, for: id)
        logger.debug(
            "photograph captured", metadata: ["photograph": "\(photograph.id)", "format": "\(print.format.rawValue)"])
        return photograph
    }

    /// A picture to show. Throws `notFound` where the household has no such photograph or its file is gone.
    package func picture(_ id: Photograph.ID, kind: PhotographArchive.Kind) async throws -> [UInt8] {
        let photograph = try await photograph(id)
        guard let bytes = try await archive.read(photograph.digest, kind) else {
            throw HouseholdError(
                .notFound, "The file of this photograph is gone.", hint: "stillroom doctor says what else is missing.")
        }
        return bytes
    }

    package func photograph(_ id: Photograph.ID) async throws -> Photograph {
        guard let photograph = try await records.photograph(id, of: self.id) else {
            throw HouseholdError(.notFound, "There is no such photograph.")
        }
        return photograph
    }
}
