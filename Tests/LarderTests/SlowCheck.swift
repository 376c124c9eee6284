import Larder
import Support

extension SplitMix64 {
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
