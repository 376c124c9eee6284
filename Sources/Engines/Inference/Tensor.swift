/// An array of numbers with a shape: an input or an output of a model.
package struct Tensor: Sendable, Hashable {
    package enum Element: String, Sendable, CaseIterable {
        case uint8 = "u8"
        case float32 = "f32"

        package var byteCount: Int { self == .uint8 ? 1 : 4 }
    }

    package let element: Element
    package let shape: [Int]
    /// The numbers in row-major order, in the machine's byte order.
    package let bytes: [UInt8]

    /// Throws `modelMismatch` if bytes and shape do not match, because a wrong size would corrupt memory silently.
    package init(element: Element, shape: [Int], bytes: [UInt8]) throws(InferenceError) {
        guard shape.allSatisfy({ $0 > 0 }), shape.reduce(element.byteCount, *) == bytes.count else {
            throw InferenceError(
                .modelMismatch, during: "tensor",
                "\(bytes.count) bytes do not fill a tensor of \(element.rawValue) \(shape).")
        }
        self.element = element
        self.shape = shape
        self.bytes = bytes
    }

    /// The numbers of a float tensor; empty for other types.
    package var floats: [Float] {
        guard element == .float32 else { return [] }
        return bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }
}

/// One input or output of a model.
package struct Port: Sendable, Hashable {
    package let name: String
    package let element: Tensor.Element
    package let shape: [Int]

    package init(name: String, element: Tensor.Element, shape: [Int]) {
        self.name = name
        self.element = element
        self.shape = shape
    }
}
