import Larder

/// Random numbers that are the same in each run (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func digits(_ count: Int) -> String {
        (0..<count).map { _ in String(Int.random(in: 0...9, using: &self)) }.joined()
    }
}

/// Computes check digits slowly, character by character from the right.
enum SlowCheck {
    static func digit(behind digits: String) -> Int {
        var sum = 0
        for (place, character) in digits.reversed().enumerated() {
            sum += (character.wholeNumberValue ?? 0) * (place % 2 == 0 ? 3 : 1)
        }
        return (10 - sum % 10) % 10
    }

    static func isRight(_ digits: String) -> Bool {
        digits.last.flatMap(\.wholeNumberValue) == digit(behind: String(digits.dropLast()))
    }

    static func completed(_ digits: String) -> String { digits + String(digit(behind: digits)) }
}
