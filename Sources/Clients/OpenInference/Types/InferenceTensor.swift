import Foundation

/// An array of numbers with a name and a shape: an input or an output of a model.
public struct InferenceTensor: Sendable, Hashable {
    /// The type of the numbers, by its name in the protocol. A server may have others.
    public struct DataType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name in the protocol, for example `FP32`.
        public let rawValue: String

        /// A type with this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Bytes from 0 to 255.
        public static let uint8 = DataType(rawValue: "UINT8")
        /// Floating-point numbers of 32 bits.
        public static let float32 = DataType(rawValue: "FP32")

        public var description: String { rawValue }

        /// The bytes of one number; nil for types that this library does not read.
        var byteCount: Int? {
            switch self {
            case .uint8: 1
            case .float32: 4
            default: nil
            }
        }
    }

    /// The name of the input or output.
    public let name: String
    /// The type of the numbers.
    public let dataType: DataType
    /// The number of elements in each dimension; the first one is often the number of pictures.
    public let shape: [Int]
    /// The numbers in row-major order, each little-endian.
    public let bytes: [UInt8]

    /// A tensor.
    ///
    /// - Throws: ``OpenInferenceError`` (`invalidRequest`) if the bytes do not fill the shape, or the type is neither
    ///   ``DataType/uint8`` nor ``DataType/float32``.
    public init(name: String, dataType: DataType, shape: [Int], bytes: [UInt8]) throws {
        guard let size = dataType.byteCount, shape.allSatisfy({ $0 > 0 }),
            Self.count(of: shape, times: size) == bytes.count
        else {
            throw OpenInferenceError(
                .invalidRequest, "\(bytes.count) bytes do not fill a tensor of \(dataType) \(shape)")
        }
        self.name = name
        self.dataType = dataType
        self.shape = shape
        self.bytes = bytes
    }

    /// The numbers of a tensor of ``DataType/float32``; empty for other types.
    public var floats: [Float] {
        guard dataType == .float32 else { return [] }
        return stride(from: 0, to: bytes.count, by: 4).map { place in
            let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << (8 * UInt32($1)) }
            return Float(bitPattern: bits)
        }
    }

    /// The product; nil if it is too large for a number.
    private static func count(of shape: [Int], times size: Int) -> Int? {
        shape.reduce(size as Int?) { product, next in
            guard let product else { return nil }
            let (value, isOver) = product.multipliedReportingOverflow(by: next)
            return isOver ? nil : value
        }
    }
}

extension InferenceTensor {
    /// The little-endian bytes of numbers.
    static func bytes(of floats: [Float]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(floats.count * 4)
        for number in floats {
            let bits = number.bitPattern
            for shift in stride(from: UInt32(0), to: 32, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
            }
        }
        return bytes
    }

    /// The numbers as a JSON array.
    ///
    /// - Throws: ``OpenInferenceError`` (`invalidRequest`) if one is not finite.
    func json() throws -> String {
        if dataType == .uint8 { return "[" + bytes.map { String($0) }.joined(separator: ",") + "]" }
        let numbers = floats
        guard numbers.allSatisfy(\.isFinite) else {
            throw OpenInferenceError(.invalidRequest, "the tensor has a number that is not finite")
        }
        return "[" + numbers.map { String($0) }.joined(separator: ",") + "]"
    }
}
