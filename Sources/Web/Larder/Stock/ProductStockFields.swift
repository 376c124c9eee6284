import Calendar
import Household
import Larder
import Messages

/// The form on the page of a product that puts it into the stock, with what its code proposes.
struct ProductStockFields: TemplateFields {
    let form: StockFields
    /// True if the code has a date, a lot or an amount.
    let isProposed: Bool
    /// What the code says, in words.
    let said: String?
    /// The page that reads the date in a photograph.
    let readDate: String

    init(_ content: StockItem.Content, _ data: PackageData?, places: [StockPlace]) {
        form = StockFields(StockForm(content), places, asksName: false)
        isProposed = data?.date != nil || data?.amount != nil || data?.lot != nil
        let parts = [
            data?.date.map(Self.words), data?.amount?.description,
            data?.producedOn.map { localized("produced on \(Wording.date($0), "day")") },
            data?.packedOn.map { localized("packed on \(Wording.date($0), "day")") },
        ].compactMap(\.self)
        readDate = Site.foodDate.with(["code": content.code])
        let list = parts.joined(separator: ", ")
        said = parts.isEmpty ? nil : localized("The barcode says: \(list, "facts"). Compare it with the package.")
    }

    private static func words(_ date: FoodDate) -> String {
        let day = Wording.date(date.day)
        return date.kind == .useBy ? localized("use by \(day, "day")") : localized("best before \(day, "day")")
    }
}

extension Household {
    func stockForm(of code: String) async throws -> ProductStockFields {
        let (content, data) = try await stock.proposal(code)
        return ProductStockFields(content, data, places: try await stock.view().places)
    }
}
