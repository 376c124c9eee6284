/// An answer to an insight.
///
/// Without an account 0 and 1 are votes: three equal ones decide, two against two close the insight. **The service
/// counts every vote it gets, also the same one twice from the same device**: see
/// ``OpenFoodFactsError/mayHaveArrived``.
public enum Annotation: Sendable, Hashable, RawRepresentable, Codable {
    /// Skip: this identity is not asked again. −1.
    case skip
    /// The insight is wrong. 0.
    case no
    /// The insight is right. 1. With an account, it is written to the product at once, in that account's name.
    case yes
    /// Another value is right, see ``OwnValue``. 2. Only with an account.
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
