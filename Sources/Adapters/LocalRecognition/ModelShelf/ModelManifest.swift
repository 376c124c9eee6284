/// `model.json`: the contents of a model folder and the model's input format. Docs/models.md describes each field.
package struct ModelManifest: Sendable, Hashable, Codable {
    package static let fileName = "model.json"
    package static let supportedVersion = 1

    package struct File: Sendable, Hashable, Codable {
        package var path: String
        package var format: String
        package var bytes: Int
        package var sha256: String
    }

    package struct Input: Sendable, Hashable, Codable {
        package struct Resize: Sendable, Hashable, Codable {
            package var shorterSide: Int?
            package var exact: Bool?
            package var filter: String
        }

        /// The pixel format that one format of the weights requires.
        package struct Feed: Sendable, Hashable, Codable {
            /// "u8" or "f32".
            package var type: String
            /// "NHWC" or "NCHW".
            package var layout: String
            /// Red, green, blue: value = (byte − mean) ÷ scale.
            package var mean: [Float]
            package var scale: [Float]
        }

        package var name: String
        package var width: Int
        package var height: Int
        package var resize: Resize
        package var crop: String
        package var colour: String
        package var openvinoIR: Feed?
        package var onnx: Feed?
        package var tflite: Feed?

        enum CodingKeys: String, CodingKey {
            case name, width, height, resize, crop, colour
            case openvinoIR = "openvino-ir"
            case onnx, tflite
        }
    }

    package struct Output: Sendable, Hashable, Codable {
        package struct Calibration: Sendable, Hashable, Codable {
            package var temperature: Float
            /// Whether the weights already include this step.
            package var inGraph: Bool
        }

        /// Of an output of bytes: number = (byte − zeroPoint) × scale.
        package struct Quantisation: Sendable, Hashable, Codable {
            package var scale: Float
            package var zeroPoint: Float
        }

        package var shape: [Int]
        /// "probabilities", "logits", "unit-vector", "probability" or "familiarity".
        package var kind: String
        package var calibration: Calibration?
        /// Required if the output is of bytes instead of floats.
        package var quantisation: Quantisation?
    }

    /// Distinguishes pictures of classes that the model learned from other pictures: by an output of the weights, or by
    /// a file of rows that the embedding is compared with.
    package struct Familiarity: Sendable, Hashable, Codable {
        /// The output with one number, of the kind "familiarity".
        package var output: String?
        /// The file with one row of 32-bit floats per label, each of unit length.
        package var file: String?
        package var shape: [Int]?
        /// The threshold for the output, or for the cosine of the embedding and the best label's row; below it the
        /// picture is unfamiliar.
        package var threshold: Float
        /// The same for an answer that may be called likely; nil if there is no second threshold.
        package var likelyFrom: Float?
    }

    package struct NotAPlant: Sendable, Hashable, Codable {
        package var threshold: Double
    }

    /// From this cosine of two embeddings on, two photographs may show one and the same plant.
    package struct SamePlant: Sendable, Hashable, Codable {
        package var threshold: Double
    }

    package var formatVersion: Int
    package var name: String
    package var version: String
    package var task: String
    package var subject: String
    package var files: [File]
    /// The weights to load.
    package var `default`: String?
    package var labels: String
    package var input: Input
    package var outputs: [String: Output]
    package var familiarity: Familiarity?
    package var notAPlant: NotAPlant?
    package var samePlant: SamePlant?
    package var licence: String?
    package var source: String?
    /// One sentence for the about page.
    package var accuracyNote: String?
    package var limitsNote: String?

    package var fullName: String { "\(name) \(version)" }
}

/// The reason why a model folder cannot be used; it names the file and the remedy. Its texts are made when they are read,
/// because the error of the model in use is kept as long as the server runs, and people have different languages.
package struct ModelFolderError: Error, Sendable, CustomStringConvertible {
    package struct Code: RawRepresentable, Sendable, Hashable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        package static let missing = Self(rawValue: "model-missing")
        package static let corrupt = Self(rawValue: "model-corrupt")
        package static let mismatch = Self(rawValue: "model-mismatch")
        package static let unsupported = Self(rawValue: "model-unsupported")
    }

    package let code: Code
    package let file: String
    private let makeMessage: @Sendable () -> String
    private let makeRemedy: @Sendable () -> String

    package init(
        _ code: Code, file: String, _ message: @autoclosure @escaping @Sendable () -> String,
        remedy: @autoclosure @escaping @Sendable () -> String
    ) {
        self.code = code
        self.file = file
        makeMessage = message
        makeRemedy = remedy
    }

    package var message: String { makeMessage() }
    package var remedy: String { makeRemedy() }
    package var description: String { "\(file): \(message) \(remedy)" }
}
