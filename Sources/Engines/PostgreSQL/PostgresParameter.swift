/// The value of a parameter, in the binary format of its type.
package struct PostgresParameter: Sendable, Hashable {
    /// The object identifier of the type; 0 if the server infers it.
    package let type: UInt32
    /// nil is NULL.
    package let bytes: [UInt8]?

    /// NULL of the type that the statement implies.
    package static let null = PostgresParameter(type: 0, bytes: nil)

    package static func boolean(_ value: Bool) -> PostgresParameter {
        PostgresParameter(type: PostgresType.boolean, bytes: [value ? 1 : 0])
    }

    package static func integer(_ value: Int64) -> PostgresParameter {
        PostgresParameter(type: PostgresType.bigint, bytes: bigEndian(UInt64(bitPattern: value)))
    }

    package static func real(_ value: Double) -> PostgresParameter {
        PostgresParameter(type: PostgresType.double, bytes: bigEndian(value.bitPattern))
    }

    package static func text(_ value: String) -> PostgresParameter {
        PostgresParameter(type: PostgresType.text, bytes: Array(value.utf8))
    }

    package static func blob(_ value: [UInt8]) -> PostgresParameter {
        PostgresParameter(type: PostgresType.bytea, bytes: value)
    }

    private static func bigEndian(_ bits: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
    }
}

/// Object identifiers of types, as in pg_type.dat of PostgreSQL.
package enum PostgresType {
    package static let boolean: UInt32 = 16
    package static let bytea: UInt32 = 17
    package static let bigint: UInt32 = 20
    package static let smallint: UInt32 = 21
    package static let integer: UInt32 = 23
    package static let text: UInt32 = 25
    package static let real: UInt32 = 700
    package static let double: UInt32 = 701
    package static let numeric: UInt32 = 1700
}
