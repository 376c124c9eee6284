import Foundation
import HTTPTransport
import HTTPTypes

extension HTTPField.Name {
    /// The length of the JSON before the bytes of tensors.
    static let inferenceHeaderLength: HTTPField.Name = {
        guard let name = HTTPField.Name("Inference-Header-Content-Length") else { preconditionFailure("a name") }
        return name
    }()
}

/// The body of a request.
struct InferenceRequestBody {
    let bytes: [UInt8]
    let contentType: String
    let fields: HTTPFields

    /// - Throws: ``OpenInferenceError`` (`invalidRequest`) if a number cannot be written.
    init(_ inputs: [InferenceTensor], outputs: [String], asBytes: Bool) throws {
        // Written here, because an encoder would take longer for 150,000 numbers than the model.
        let tensors = try inputs.map { input in
            let head =
                "{\"name\":\(try Self.quoted(input.name)),\"datatype\":\"\(input.dataType)\",\"shape\":\(input.shape),"
            let content =
                asBytes
                ? "\"parameters\":{\"binary_data_size\":\(input.bytes.count)}" : "\"data\":\(try input.json())"
            return head + content + "}"
        }
        let wanted = try outputs.map { name in
            "{\"name\":\(try Self.quoted(name))" + (asBytes ? ",\"parameters\":{\"binary_data\":true}" : "") + "}"
        }
        var text = "{\"inputs\":[\(tensors.joined(separator: ","))]"
        if !wanted.isEmpty { text += ",\"outputs\":[\(wanted.joined(separator: ","))]" }
        if asBytes, wanted.isEmpty { text += ",\"parameters\":{\"binary_data_output\":true}" }
        text += "}"
        let json = Array(text.utf8)
        bytes = asBytes ? json + inputs.flatMap(\.bytes) : json
        contentType = asBytes ? "application/octet-stream" : "application/json"
        fields = asBytes ? [.inferenceHeaderLength: String(json.count)] : [:]
    }

    private static func quoted(_ text: String) throws -> String {
        String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    }
}

extension InferenceResponse {
    /// - Throws: `DecodingError`, or ``OpenInferenceError`` if the numbers do not fill the shapes. Outputs of other types are
    ///   left out.
    init(_ response: HTTPTransport.Response) throws {
        let length = response.head.headerFields[.inferenceHeaderLength].flatMap(Int.init) ?? response.body.count
        guard (0...response.body.count).contains(length) else { throw Self.malformed }
        let header = try JSONDecoder().decode(Header.self, from: Data(response.body[..<length]))
        var rest = response.body[length...]
        var outputs: [InferenceTensor] = []
        for output in header.outputs {
            let type = InferenceTensor.DataType(rawValue: output.datatype)
            if let size = output.parameters?.binarySize {
                guard size >= 0, rest.count >= size else { throw Self.malformed }
                let bytes = Array(rest.prefix(size))
                rest = rest.dropFirst(size)
                guard type.byteCount != nil else { continue }
                outputs.append(try .read(output.name, type, output.shape, bytes))
            } else if let numbers = output.data?.numbers {
                switch type {
                case .float32:
                    outputs.append(
                        try .read(output.name, type, output.shape, InferenceTensor.bytes(of: numbers.map { Float($0) }))
                    )
                case .uint8:
                    let bytes = numbers.compactMap { UInt8(exactly: $0) }
                    guard bytes.count == numbers.count else { throw Self.malformed }
                    outputs.append(try .read(output.name, type, output.shape, bytes))
                default: continue
                }
            }
        }
        self.init(modelName: header.modelName ?? "", modelVersion: header.modelVersion, outputs: outputs)
    }

    private static var malformed: OpenInferenceError {
        OpenInferenceError(.invalidResponse, "the answer is not what the protocol says")
    }

    private struct Header: Decodable {
        let modelName: String?
        let modelVersion: String?
        let outputs: [Output]

        private enum CodingKeys: String, CodingKey {
            case modelName = "model_name"
            case modelVersion = "model_version"
            case outputs
        }
    }

    private struct Output: Decodable {
        let name: String
        let datatype: String
        let shape: [Int]
        let data: Numbers?
        let parameters: Parameters?
    }

    private struct Parameters: Decodable {
        let binarySize: Int?

        private enum CodingKeys: String, CodingKey { case binarySize = "binary_data_size" }
    }

    /// Numbers in an array, or in arrays in arrays; nil if they are something else.
    private struct Numbers: Decodable {
        let numbers: [Double]?

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flat = try? container.decode([Double].self) {
                numbers = flat
            } else {
                let nested = try? container.decode([Numbers].self).map(\.numbers)
                numbers = nested.flatMap { $0.contains { $0 == nil } ? nil : $0.flatMap { $0 ?? [] } }
            }
        }
    }
}

extension InferenceTensor {
    /// A tensor of a response.
    fileprivate static func read(
        _ name: String, _ type: DataType, _ shape: [Int], _ bytes: [UInt8]
    ) throws -> InferenceTensor {
        do { return try InferenceTensor(name: name, dataType: type, shape: shape, bytes: bytes) } catch {
            throw OpenInferenceError(.invalidResponse, "the numbers of an output do not fill its shape")
        }
    }
}
