import CPostgreSQL

/// The rows of one statement, in binary format.
package final class PostgresResult {
    private let libpq: UnsafePointer<stillroom_libpq>
    private let result: OpaquePointer

    init(_ libpq: UnsafePointer<stillroom_libpq>, _ result: OpaquePointer) {
        self.libpq = libpq
        self.result = result
    }

    deinit { libpq.pointee.clear(result) }

    package var rowCount: Int { Int(libpq.pointee.ntuples(result)) }

    package private(set) lazy var columnNames: [String] = (0..<libpq.pointee.nfields(result)).map {
        libpq.pointee.fname(result, $0).map { String(cString: $0) } ?? ""
    }

    /// The types of the columns, as object identifiers.
    package private(set) lazy var columnTypes: [UInt32] = (0..<libpq.pointee.nfields(result)).map {
        libpq.pointee.ftype(result, $0)
    }

    /// The number of rows that the statement changed; 0 for a statement that changes none.
    package var changedRows: Int {
        libpq.pointee.cmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
    }

    /// Calls `body` with the bytes of a value, which are valid only inside it; nil is NULL.
    package func withValue<Value>(
        row: Int, column: Int, _ body: (UnsafeRawBufferPointer?) throws -> Value
    ) rethrows -> Value {
        let (row, column) = (Int32(row), Int32(column))
        guard libpq.pointee.getisnull(result, row, column) == 0, let start = libpq.pointee.getvalue(result, row, column)
        else {
            return try body(nil)
        }
        return try body(UnsafeRawBufferPointer(start: start, count: Int(libpq.pointee.getlength(result, row, column))))
    }

    /// The integer that a `numeric` in binary format is; nil if it has a fraction or does not fit.
    ///
    /// The format (numeric_send): number of digits, weight of the first digit, sign and scale as 16-bit numbers, then the
    /// digits in base 10,000.
    package static func integer(numeric bytes: UnsafeRawBufferPointer) -> Int64? {
        func number(_ index: Int) -> Int { Int(bytes[index * 2]) << 8 | Int(bytes[index * 2 + 1]) }
        guard bytes.count >= 8 else { return nil }
        let (count, sign) = (number(0), number(2))
        let weight = Int(Int16(truncatingIfNeeded: number(1)))
        guard bytes.count == 8 + 2 * count, sign == 0 || sign == 0x4000 else { return nil }
        guard count > 0 else { return 0 }
        guard (0...4).contains(weight) else { return nil }
        var value: Int64 = 0
        for place in 0...max(weight, count - 1) {
            let digit = place < count ? Int64(number(4 + place)) : 0
            if place > weight {
                guard digit == 0 else { return nil }
                continue
            }
            let (product, isProductLost) = value.multipliedReportingOverflow(by: 10_000)
            // Below zero there is one number more.
            let (sum, isSumLost) = product.subtractingReportingOverflow(digit)
            guard !isProductLost, !isSumLost else { return nil }
            value = sum
        }
        guard sign == 0 else { return value }
        return value == .min ? nil : -value
    }
}
