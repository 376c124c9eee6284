import Calendar
import Household
import Larder

/// The form on the page of a product that puts it into the stock, with what its code proposes.
struct ProductStockFields: TemplateFields {
    let form: StockFields
    /// True if the code has a date, a lot or an amount.
    let isProposed: Bool
    /// What the code says, in words.
    let said: String?

    init(_ content: StockItem.Content, _ data: PackageData?, places: [StockPlace]) {
        form = StockFields(StockForm(content), places, asksName: false)
        isProposed = data?.date != nil || data?.amount != nil || data?.lot != nil
        let parts = [
            data?.date.map { "\($0.kind == .useBy ? "use by" : "best before") \(Wording.date($0.day))" },
            data?.amount?.description, data?.producedOn.map { "produced on \(Wording.date($0))" },
            data?.packedOn.map { "packed on \(Wording.date($0))" },
        ].compactMap(\.self)
        said = parts.isEmpty ? nil : "The barcode says: \(parts.joined(separator: ", ")). Compare it with the package."
    }
}

extension Household {
    func stockForm(of code: String) async throws -> ProductStockFields {
        let (content, data) = try await stock.proposal(code)
        return ProductStockFields(content, data, places: try await stock.view().places)
    }
}
