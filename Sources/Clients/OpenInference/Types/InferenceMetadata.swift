/// What a server says of itself.
public struct InferenceServer: Sendable, Hashable, Decodable {
    /// Its name, for example `triton`.
    public let name: String
    /// Its version.
    public let version: String
    /// The extensions of the protocol that it knows, for example `binary_tensor_data`.
    public let extensions: [String]

    /// Whether tensors can be sent as bytes after the JSON.
    public var readsBytes: Bool { extensions.contains("binary_tensor_data") }

    private enum CodingKeys: String, CodingKey { case name, version, extensions }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        version = try container.decodeIfPresent(String.self, forKey: .version) ?? ""
        extensions = try container.decodeIfPresent([String].self, forKey: .extensions) ?? []
    }
}

/// What a server says of a model.
public struct InferenceModelMetadata: Sendable, Hashable, Decodable {
    /// An input or an output.
    public struct Port: Sendable, Hashable, Decodable {
        /// Its name.
        public let name: String
        /// The type of its numbers.
        public let dataType: InferenceTensor.DataType
        /// The number of elements in each dimension; −1 means any.
        public let shape: [Int]

        private enum CodingKeys: String, CodingKey { case name, datatype, shape }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            dataType = .init(rawValue: try container.decode(String.self, forKey: .datatype))
            shape = try container.decodeIfPresent([Int].self, forKey: .shape) ?? []
        }
    }

    /// Its name.
    public let name: String
    /// Its versions, as far as the server tells.
    public let versions: [String]
    /// What it runs on, for example `onnx_onnxv1`.
    public let platform: String
    /// Its inputs.
    public let inputs: [Port]
    /// Its outputs.
    public let outputs: [Port]

    private enum CodingKeys: String, CodingKey { case name, versions, platform, inputs, outputs }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        versions = try container.decodeIfPresent([String].self, forKey: .versions) ?? []
        platform = try container.decodeIfPresent(String.self, forKey: .platform) ?? ""
        inputs = try container.decodeIfPresent([Port].self, forKey: .inputs) ?? []
        outputs = try container.decodeIfPresent([Port].self, forKey: .outputs) ?? []
    }
}

/// The outputs of a model.
public struct InferenceResponse: Sendable, Hashable {
    /// The model that computed them.
    public let modelName: String
    /// Its version; nil if the server tells none.
    public let modelVersion: String?
    /// The outputs.
    public let outputs: [InferenceTensor]

    /// The output with this name.
    public subscript(name: String) -> InferenceTensor? { outputs.first { $0.name == name } }
}
