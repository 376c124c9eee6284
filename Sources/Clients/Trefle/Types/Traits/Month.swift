/// A month of the northern hemisphere; add six months south of the equator.
public enum Month: String, CaseIterable, Sendable, Codable {
    /// January.
    case january = "jan"
    /// February.
    case february = "feb"
    /// March.
    case march = "mar"
    /// April.
    case april = "apr"
    /// May.
    case may = "may"
    /// June.
    case june = "jun"
    /// July.
    case july = "jul"
    /// August.
    case august = "aug"
    /// September.
    case september = "sep"
    /// October.
    case october = "oct"
    /// November.
    case november = "nov"
    /// December.
    case december = "dec"

    /// From 1 for January to 12 for December.
    public var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }
}
