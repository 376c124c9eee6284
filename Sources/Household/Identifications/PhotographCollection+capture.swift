import FoundationEssentials
import Logging
package import Plants
package import Recognition

extension PhotographCollection {
    /// Takes in a picture as it arrived. Throws as `capture(_:to:)`.
    package func capture(_ picture: [UInt8], to plant: Plant.ID? = nil) async throws -> Photograph {
        guard let photograph = try await capture([picture], to: plant).first else {
            throw HouseholdError(.internalFault, "The photograph was not taken in.")
        }
        return photograph
    }

    /// Takes in the pictures of one form, all or none: decodes and checks every picture, then writes the files, then
    /// adds the rows in one transaction, and to `plant` where one is given.
    ///
    /// Throws `HouseholdError`: `photographRefused` with the reason in `detail`, `darkroomUnavailable`, `notFound`
    /// without the plant, `storageFull` or `storageFailed`. Nothing is kept then.
    package func capture(_ pictures: [[UInt8]], to plant: Plant.ID? = nil) async throws -> [Photograph] {
        var prepared: [PreparedPhotograph] = []
        for picture in pictures { prepared.append(try await prepare(picture)) }
        try await keep(prepared) { try await records.add($0, to: plant, for: id) }
        return prepared.map(\.photograph)
    }

    /// Removes photographs to which nothing refers, for example because what they were taken for failed. The others
    /// stay. Runs to its end even if the task is cancelled; what cannot be removed now is swept later.
    func discard(_ photographs: [Photograph.ID]) async {
        await removing { try await records.discard(photographs, for: id) }
    }

    /// Does `body` and then removes the files that are to go, to the end even if the task is cancelled.
    private func removing(_ body: @escaping @Sendable () async throws -> Void) async {
        await Task {
            do {
                try await body()
                try await removePictures()
            } catch {
                logger.warning("photographs are swept later", metadata: ["type": "\(type(of: error))"])
            }
        }.value
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

// MARK: - Taking in

/// A picture that was decoded and found good; nothing of it is on the disk yet.
struct PreparedPhotograph: Sendable {
    let photograph: Photograph
    let original: [UInt8]
    let print: PictureProcessor.Rendition
}

extension PhotographCollection {
    /// Decodes a picture and checks it against the limits. Writes nothing.
    func prepare(_ picture: [UInt8]) async throws -> PreparedPhotograph {
        let print = try await pictureProcessor.develop(picture)
        let photograph = Photograph(
            id: try environment.newIdentifier(), digest: try archive.digest(picture), format: print.format,
            width: print.width,
            height: print.height, byteCount: picture.count, capturedAt: environment.now())
        return PreparedPhotograph(photograph: photograph, original: picture, print: print)
    }

    /// Announces the photographs, writes the files, then lets `add` write the rows in one transaction. If one of these
    /// throws, the files go at once; a process that ends in between leaves files that are removed after an hour.
    func keep(_ prepared: [PreparedPhotograph], add: ([Photograph]) async throws -> Void) async throws {
        let photographs = prepared.map(\.photograph)
        try await records.announce(
            photographs, until: environment.now().addingTimeInterval(Self.intakeSeconds), for: id)
        do {
            for each in prepared { _ = try await archive.keep(each.original, each.print) }
            try await add(photographs)
        } catch {
            await removing { try await records.giveUp(photographs, for: id) }
            throw error
        }
        for each in prepared {
            logger.debug(
                "photograph captured",
                metadata: [
                    "photograph": "\(each.photograph.id)", "format": "\(each.photograph.format.rawValue)",
                ])
        }
    }

    /// No intake takes longer than that.
    private static let intakeSeconds = 3600.0
}
