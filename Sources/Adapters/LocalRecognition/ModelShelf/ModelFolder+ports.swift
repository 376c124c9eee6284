package import Inference

extension ModelFolder {
    /// The pixels that the model wants; nil if the manifest does not say it for its weights.
    package var input: Port? {
        guard let feed, let element = Tensor.Element(rawValue: feed.type) else { return nil }
        let (width, height) = (manifest.input.width, manifest.input.height)
        return Port(
            name: "", element: element,
            shape: feed.layout == "NCHW" ? [1, 3, height, width] : [1, height, width, 3])
    }

    /// What the model gives, in order of the names.
    package var outputs: [Port] {
        manifest.outputs.sorted { $0.key < $1.key }.map { name, output in
            Port(name: name, element: output.quantisation == nil ? .float32 : .uint8, shape: output.shape)
        }
    }
}
