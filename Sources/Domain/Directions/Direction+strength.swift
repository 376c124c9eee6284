extension Direction {
    /// A weight or volume printed beside a count, and what it refers to.
    public struct Strength: Sendable, Hashable, Codable {
        /// What the amount of a strength refers to.
        public enum Basis: String, Sendable, Hashable, Codable, CaseIterable {
            /// To one tablet: "two 5 mg tablets", "2 tablets of 5 mg each".
            case each
            /// To the whole dose: "2 tablets (10 mg in all)", "10 mg (2 tablets)".
            case all
            /// The text does not say: "2 tablets (5 mg)".
            case unknown
        }

        /// The weight or volume, of one piece or of the whole dose: see `basis`.
        public var amount: Amount
        /// What `amount` refers to.
        public var basis: Basis

        public init(_ amount: Amount, _ basis: Basis) {
            self.amount = amount
            self.basis = basis
        }

        private enum CodingKeys: String, CodingKey { case low, high, unit, basis }

        /// Also decodes the format of earlier releases: an amount without its basis, which is then unknown.
        public init(from decoder: any Decoder) throws {
            let box = try decoder.container(keyedBy: CodingKeys.self)
            amount = try Amount(from: decoder)
            basis = try box.decodeIfPresent(Basis.self, forKey: .basis) ?? .unknown
        }

        public func encode(to encoder: any Encoder) throws {
            try amount.encode(to: encoder)
            var box = encoder.container(keyedBy: CodingKeys.self)
            try box.encode(basis, forKey: .basis)
        }
    }
}

extension Direction.Amount {
    /// Returns this amount multiplied by the count, in the same unit; nil if a number is missing.
    public func times(_ count: Direction.Amount) -> Self? {
        guard let low, let high, let least = count.low, let most = count.high else { return nil }
        return .init(low: low * least, high: high * most, unit: unit)
    }

    /// Returns true if both are equal after conversion between units of one kind ("1 g" and "1000 mg"), within
    /// rounding.
    func agrees(with other: Self) -> Bool {
        guard let one = Self.sizes[unit ?? ""], let two = Self.sizes[other.unit ?? ""], one.kind == two.kind else {
            return unit == other.unit && Self.isClose(low, other.low, 1) && Self.isClose(high, other.high, 1)
        }
        return Self.isClose(low, other.low, one.size / two.size) && Self.isClose(high, other.high, one.size / two.size)
    }

    private static func isClose(_ one: Double?, _ two: Double?, _ factor: Double) -> Bool {
        guard let one, let two else { return one == nil && two == nil }
        return abs(one * factor - two) <= 1e-6 * max(1, abs(two))
    }

    private static let sizes: [String: (kind: Int, size: Double)] = [
        "ng": (0, 0.001), "mcg": (0, 1), "mg": (0, 1_000), "g": (0, 1_000_000), "kg": (0, 1_000_000_000),
        "mL": (1, 1), "L": (1, 1_000), "tablespoon": (1, 15),
    ]
}
