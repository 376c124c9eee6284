package import Recognition

/// A photograph in the form for a service: JPEG, upright, sRGB, longest side 1280 pixels, under 2 MB, without metadata.
package struct Upload: Sendable, Hashable {
    package let jpeg: [UInt8]
    /// SHA-256 of `jpeg`.
    package let digest: Digest
    package let lookalike: PerceptualHash?

    package init(jpeg: [UInt8], digest: Digest, lookalike: PerceptualHash?) {
        self.jpeg = jpeg
        self.digest = digest
        self.lookalike = lookalike
    }
}

/// Validates pictures, measures them and makes smaller renditions.
package struct PictureProcessor: Sendable {
    package struct Rendition: Sendable {
        package let format: Photograph.Format
        package let width: Int
        package let height: Int
        /// JPEG, longest side 1280 pixels, upright, sRGB, without metadata.
        package let display: [UInt8]
        /// The same with 320 pixels.
        package let thumbnail: [UInt8]

        package init(format: Photograph.Format, width: Int, height: Int, display: [UInt8], thumbnail: [UInt8]) {
            self.format = format
            self.width = width
            self.height = height
            self.display = display
            self.thumbnail = thumbnail
        }
    }

    /// Throws `HouseholdError` (`photographRefused` or `pictureProcessorUnavailable`).
    package let develop: @Sendable (_ bytes: [UInt8]) async throws -> Rendition
    /// Makes the form of a picture that may be sent to a service. Throws the same errors.
    package let upload: @Sendable (_ bytes: [UInt8]) async throws -> Upload

    package init(
        develop: @escaping @Sendable (_ bytes: [UInt8]) async throws -> Rendition,
        upload: @escaping @Sendable (_ bytes: [UInt8]) async throws -> Upload
    ) {
        self.develop = develop
        self.upload = upload
    }
}

/// Identifies plants on this machine.
package struct Recogniser: Sendable {
    package struct About: Sendable, Hashable {
        /// Name and version.
        package let model: String
        package let labelCount: Int
        package let licence: String
        package let source: String
        package let accuracy: String
        package let limits: String
        /// From this cosine of two photographs on, they may show the same plant; nil if the model cannot tell.
        package let samePlantFrom: Double?

        package init(
            model: String, labelCount: Int, licence: String, source: String, accuracy: String, limits: String,
            samePlantFrom: Double? = nil
        ) {
            self.model = model
            self.labelCount = labelCount
            self.licence = licence
            self.source = source
            self.accuracy = accuracy
            self.limits = limits
            self.samePlantFrom = samePlantFrom
        }
    }

    /// The current model, or the reason why none is available.
    package let about: @Sendable () -> Result<About, HouseholdError>
    /// Takes one to five photographs of one plant, as uploaded. Throws `HouseholdError`.
    package let recognise: @Sendable (_ photographs: [[UInt8]], _ policy: Policy) async throws -> Answer
    /// Loads what the first recognition would load otherwise. Throws `HouseholdError`.
    package let warmUp: @Sendable () async throws -> Void
    /// The taxa that the current model can name; empty without a model.
    package let labels: @Sendable () -> [ModelLabel]
    /// True if photographs do not leave this machine.
    package let isHere: Bool

    package init(
        about: @escaping @Sendable () -> Result<About, HouseholdError>,
        recognise: @escaping @Sendable (_ photographs: [[UInt8]], _ policy: Policy) async throws -> Answer,
        warmUp: @escaping @Sendable () async throws -> Void = {},
        labels: @escaping @Sendable () -> [ModelLabel] = { [] }, isHere: Bool = false
    ) {
        self.about = about
        self.recognise = recognise
        self.isHere = isHere
        self.warmUp = warmUp
        self.labels = labels
    }
}

/// Stores the bytes of photographs under their digest.
package struct PhotographArchive: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        /// The file as uploaded, including its metadata: for the household only.
        case original
        case display
        case thumbnail
    }

    /// Stores a photograph and its renditions durably before it returns. Idempotent. Throws `HouseholdError`
    /// (`storageFull` or `storageFailed`).
    package let keep: @Sendable (_ original: [UInt8], _ print: PictureProcessor.Rendition) async throws -> Digest
    /// Returns the bytes; nil if there are none.
    package let read: @Sendable (_ digest: Digest, _ kind: Kind) async throws -> [UInt8]?
    /// Returns the digest that `keep` uses.
    package let digest: @Sendable (_ original: [UInt8]) throws -> Digest
    /// Removes all files of the digest. Blocks: `Records.removeFiles` calls it on the thread of the database.
    package let remove: @Sendable (_ digest: Digest) throws -> Void
    /// Removes temporary files of interrupted writes that are at least an hour old.
    package let tidy: @Sendable () async throws -> Void
    /// Throws if nothing can be stored at the moment.
    package let check: @Sendable () async throws -> Void

    package init(
        digest: @escaping @Sendable (_ original: [UInt8]) throws -> Digest,
        keep: @escaping @Sendable (_ original: [UInt8], _ print: PictureProcessor.Rendition) async throws -> Digest,
        read: @escaping @Sendable (_ digest: Digest, _ kind: Kind) async throws -> [UInt8]?,
        remove: @escaping @Sendable (_ digest: Digest) throws -> Void,
        tidy: @escaping @Sendable () async throws -> Void,
        check: @escaping @Sendable () async throws -> Void
    ) {
        self.digest = digest
        self.keep = keep
        self.read = read
        self.remove = remove
        self.tidy = tidy
        self.check = check
    }
}
