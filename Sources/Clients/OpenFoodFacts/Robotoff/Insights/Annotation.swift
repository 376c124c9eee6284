/// An answer to an insight.
///
/// Without an account, 0 and 1 are votes: three equal votes decide, two against two close the insight. **The service
/// counts every vote that it receives, even a repeated one from the same device**: see
/// ``OpenFoodFactsError/mayHaveArrived``.
public enum Annotation: Sendable, Hashable, RawRepresentable, Codable {
    /// −1: skip. The service does not ask this identity again.
    case skip
    /// 0: the insight is wrong.
    case no
    /// 1: the insight is right. With an account, it is written to the product at once, in the account's name.
    case yes
    /// 2: another value is right, see ``OwnValue``. Only with an account.
    case own
    /// A number that this version does not know.
    case other(Int)

    public init(rawValue: Int) {
        switch rawValue {
        case -1: self = .skip
        case 0: self = .no
        case 1: self = .yes
        case 2: self = .own
        default: self = .other(rawValue)
        }
    }

    public var rawValue: Int {
        switch self {
        case .skip: -1
        case .no: 0
        case .yes: 1
        case .own: 2
        case .other(let number): number
        }
    }
}
