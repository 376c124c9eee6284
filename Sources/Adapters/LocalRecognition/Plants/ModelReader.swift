import Foundation
package import Imaging
package import Inference
import Messages
package import Recognition

/// A loaded model: takes pixels, returns a `Reading`.
package struct ModelReader: Sendable {
    package let folder: ModelFolder
    /// Runs the model. Throws `InferenceError`, or `CancellationError` if the task is cancelled first.
    private let infer: @Sendable (Tensor) async throws -> [String: Tensor]
    /// Whether a model server runs the model.
    private let isServed: Bool
    private let centroids: [Float]
    private let embeddingSize: Int

    /// Loads the weights. Throws `ModelFolderError` if they are missing, damaged or do not match the manifest.
    package init(_ folder: ModelFolder, settings: InferenceModel.Settings) throws(ModelFolderError) {
        self.folder = folder
        let model: InferenceModel
        do throws(InferenceError) {
            model = try InferenceModel(path: folder.weights, settings: settings)
        } catch {
            let code: ModelFolderError.Code = error.code == .modelMissing ? .missing : .corrupt
            throw ModelFolderError(
                code, file: folder.weights,
                code == .missing
                    ? localized("The weights are missing.")
                    : localized("The weights cannot be loaded (\(error.operation, "operation"))."),
                remedy: localized(
                    """
                    stillroom models verify looks closer. Install the model again: stillroom models install \
                    FOLDER-OR-URL.
                    """))
        }
        isServed = false
        infer = { try await model.infer($0) }
        (centroids, embeddingSize) = try Self.centroids(of: folder)
        try check(model)
    }

    /// A model that `infer` runs elsewhere. Loads no weights.
    package init(
        _ folder: ModelFolder, infer: @escaping @Sendable (Tensor) async throws -> [String: Tensor]
    ) throws(ModelFolderError) {
        self.folder = folder
        isServed = true
        self.infer = infer
        (centroids, embeddingSize) = try Self.centroids(of: folder)
    }

    /// The preparation of a photograph that this model requires.
    package var pixels: Preparation.Pixels {
        let input = folder.manifest.input
        let filter: Preparation.Pixels.Filter =
            switch ModelFolder.filters[input.resize.filter] {
            case "bicubic": .bicubic
            case "lanczos": .lanczos
            default: .bilinear
            }
        return Preparation.Pixels(
            width: input.width, height: input.height,
            resize: input.resize.exact == true ? .exact : .shorterSide(input.resize.shorterSide ?? input.width),
            filter: filter)
    }

    /// Reads one prepared photograph: `width × height × 3` bytes in the format of `pixels`.
    /// `side` is the shorter side of the whole photograph in pixels.
    package func read(_ pixels: [UInt8], side: Int? = nil) async throws -> Reading {
        let results = try await infer(try tensor(of: pixels))
        guard let scores = folder.scores, let output = numbers(scores.name, in: results) else {
            throw InferenceError(.modelMismatch, during: "outputs", "The model gave no scores.")
        }
        let temperature = scores.output.calibration.flatMap { $0.inGraph ? nil : $0.temperature } ?? 1
        let probabilities = Self.probabilities(output, kind: scores.output.kind, temperature: temperature)
        guard !isServed || scores.output.quantisation != nil || Self.areProbabilities(probabilities) else {
            throw InferenceError(.modelMismatch, during: "outputs", "The model gave scores that are no probabilities.")
        }
        let embedding = folder.output(ofKind: "unit-vector").flatMap { numbers($0, in: results) } ?? []
        let best = probabilities.indices.max { probabilities[$0] < probabilities[$1] } ?? 0

        var notAPlant: Double?
        if let name = folder.output(ofKind: "probability"), let value = numbers(name, in: results)?.first {
            notAPlant = Double(value)
        }
        for (label, probability) in zip(folder.labels, probabilities) where label == nil {
            notAPlant = max(notAPlant ?? 0, Double(probability))
        }
        if let own = folder.manifest.notAPlant?.threshold, let value = notAPlant {
            // The policy's threshold is 0.5; the manifest states the model's own threshold, so the value is rescaled.
            notAPlant = own <= 0 ? 1 : value >= own ? 0.5 + 0.5 * (value - own) / max(1 - own, 1e-9) : 0.5 * value / own
        }
        let familiarity = familiarity(results, embedding, label: best)
        return Reading(
            scores: zip(folder.labels, probabilities).compactMap { label, probability in
                label.map { Reading.Score(taxon: $0, probability: Double(probability)) }
            },
            isFamiliar: familiarity.map { $0.value >= $0.rule.threshold },
            isWellKnown: familiarity.flatMap { familiarity in
                familiarity.rule.likelyFrom.map { familiarity.value >= $0 }
            },
            notAPlant: notAPlant, side: side, embedding: embedding)
    }

    /// The numbers of an output; those of an output of bytes are scaled as the manifest says.
    private func numbers(_ name: String, in results: [String: Tensor]) -> [Float]? {
        guard let tensor = results[name] else { return nil }
        guard tensor.element == .uint8, let rule = folder.manifest.outputs[name]?.quantisation else {
            return tensor.floats
        }
        return tensor.bytes.map { (Float($0) - rule.zeroPoint) * rule.scale }
    }

    /// A server may have a network that gives something else under the same name. Probabilities of bytes may add up to less, because
    /// each is rounded.
    static func areProbabilities(_ numbers: [Float]) -> Bool {
        numbers.allSatisfy { (-0.001...1.001).contains($0) } && (0.9...1.1).contains(numbers.reduce(0, +))
    }

    static func probabilities(_ output: [Float], kind: String, temperature: Float) -> [Float] {
        if kind == "probabilities", temperature == 1 { return output }
        let logits = kind == "logits" ? output : output.map { log(max($0, 1e-30)) }
        let scaled = logits.map { $0 / temperature }
        let top = scaled.max() ?? 0
        let powers = scaled.map { exp($0 - top) }
        let sum = powers.reduce(0, +)
        return powers.map { $0 / sum }
    }

    /// The number that the rule of familiarity compares with its thresholds: the model's own output, or the cosine of the
    /// embedding and the row of its best label. Nil if there is no rule.
    private func familiarity(
        _ results: [String: Tensor], _ embedding: [Float], label: Int
    ) -> (value: Float, rule: ModelManifest.Familiarity)? {
        guard let rule = folder.manifest.familiarity else { return nil }
        if let output = rule.output { return numbers(output, in: results)?.first.map { ($0, rule) } }
        guard embedding.count == embeddingSize, embeddingSize > 0 else { return nil }
        let row = centroids[label * embeddingSize..<(label + 1) * embeddingSize]
        return (zip(embedding, row).reduce(Float(0)) { $0 + $1.0 * $1.1 }, rule)
    }

    private func tensor(of pixels: [UInt8]) throws(InferenceError) -> Tensor {
        let input = folder.manifest.input
        guard let feed = folder.feed, pixels.count == input.width * input.height * 3 else {
            throw InferenceError(.modelMismatch, during: "pixels", "The photograph was not prepared for this model.")
        }
        let isPlanar = feed.layout == "NCHW"
        let shape = isPlanar ? [1, 3, input.height, input.width] : [1, input.height, input.width, 3]
        if feed.type == "u8" {
            let bytes = isPlanar ? Self.planes(pixels) : pixels
            return try Tensor(element: .uint8, shape: shape, bytes: bytes)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pixels.count * 4)
        let count = pixels.count / 3
        for place in 0..<pixels.count {
            let channel = isPlanar ? place / count : place % 3
            let byte = isPlanar ? pixels[place % count * 3 + channel] : pixels[place]
            let bits = ((Float(byte) - feed.mean[channel]) / feed.scale[channel]).bitPattern
            for shift in stride(from: UInt32(0), to: 32, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
            }
        }
        return try Tensor(element: .float32, shape: shape, bytes: bytes)
    }

    static func planes(_ pixels: [UInt8]) -> [UInt8] {
        (0..<3).flatMap { channel in stride(from: channel, to: pixels.count, by: 3).map { pixels[$0] } }
    }

    private func check(_ model: InferenceModel) throws(ModelFolderError) {
        func refuse(_ message: @autoclosure @escaping @Sendable () -> String) -> ModelFolderError {
            ModelFolderError(.mismatch, file: folder.weights, message(), remedy: ModelFolder.reinstall)
        }
        guard let wanted = folder.input, let port = model.inputs.first, port.shape == wanted.shape,
            port.element == wanted.element
        else {
            throw refuse(localized("The weights want other pixels than the manifest says."))
        }
        for (name, output) in folder.manifest.outputs {
            guard let port = model.outputs.first(where: { $0.name == name }) else {
                throw refuse(localized("The weights have no output named \(name, "name")."))
            }
            guard ModelFolder.elementCount(port.shape) == ModelFolder.elementCount(output.shape),
                port.element == (output.quantisation == nil ? .float32 : .uint8)
            else {
                let (found, expected) = (String(describing: port.shape), String(describing: output.shape))
                throw refuse(
                    localized(
                        "The output \(name, "name") has the shape \(found, "found"), not \(expected, "expected")."))
            }
        }
    }

    private static func centroids(of folder: ModelFolder) throws(ModelFolderError) -> ([Float], Int) {
        guard let rule = folder.manifest.familiarity, let name = rule.file else { return ([], 0) }
        let file = folder.file(name)
        guard let data = FileManager.default.contents(atPath: file) else {
            throw ModelFolderError(
                .missing, file: file, localized("The file is missing."), remedy: ModelFolder.reinstall)
        }
        guard let shape = rule.shape, shape.count == 2, shape[0] == folder.labels.count,
            ModelFolder.elementCount(shape).map({ $0 * 4 }) == data.count
        else {
            throw ModelFolderError(
                .mismatch, file: file, localized("Its size does not fit the labels."), remedy: ModelFolder.reinstall)
        }
        let bytes = [UInt8](data)
        let numbers = stride(from: 0, to: bytes.count, by: 4).map { index in
            Float(
                bitPattern: UInt32(bytes[index]) | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2]) << 16
                    | UInt32(bytes[index + 3]) << 24)
        }
        return (numbers, shape[1])
    }
}
