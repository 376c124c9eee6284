import Calendar
import Household
import Larder

/// The typed values of an item; nil for a value that was not sent, an empty text for one that is removed.
struct StockForm {
    var code: String?
    var name: String?
    var amount: String?
    var unit: String?
    var place: String?
    var dateKind: String?
    var date: String?
    var openedOn: String?
    var lot: String?

    /// The values of a page's form. An own name of a place has its own field, and so has a date that was read in a
    /// photograph and chosen ("use-by 2027-03-12").
    init(_ form: [String: String]) {
        let own = form["own-place"] ?? ""
        let read = (form["read-date"] ?? "").split(separator: " ").map(String.init)
        let isRead = read.count == 2
        self.init(
            code: form["code"].flatMap { $0.isEmpty ? nil : $0 }, name: form["name"], amount: form["amount"],
            unit: form["unit"], place: own.isEmpty ? form["place"] : own,
            dateKind: isRead ? read[0] : form["date-kind"], date: isRead ? read[1] : form["date"],
            openedOn: form["opened-on"], lot: form["lot"])
    }

    init(
        code: String? = nil, name: String? = nil, amount: String? = nil, unit: String? = nil, place: String? = nil,
        dateKind: String? = nil, date: String? = nil, openedOn: String? = nil, lot: String? = nil
    ) {
        self.code = code
        self.name = name
        self.amount = amount
        self.unit = unit
        self.place = place
        self.dateKind = dateKind
        self.date = date
        self.openedOn = openedOn
        self.lot = lot
    }

    /// Changes the values that were sent. Throws the first one that is not valid.
    func apply(to content: inout StockItem.Content) throws(StockError) {
        if let code { content.code = code.isEmpty ? nil : code }
        if let name { content.name = name }
        if amount != nil || unit != nil {
            let known = content.amount
            content.amount = try FoodAmount.read(
                number: amount ?? known?.digits ?? "", unit: unit ?? known?.unit.rawValue ?? "")
        }
        if let place { content.place = try StockPlace.read(place) }
        if date != nil || dateKind != nil {
            let known = content.date
            content.date = try FoodDate.read(
                kind: dateKind ?? known?.kind.rawValue ?? "", day: date ?? known?.day.description ?? "")
        }
        if let openedOn {
            if openedOn.isEmpty {
                content.openedOn = nil
            } else {
                guard let day = LocalDay(openedOn) else { throw .openedOn }
                content.openedOn = day
            }
        }
        if let lot { content.lot = lot.isEmpty ? nil : lot }
    }

    /// Translates the error of `body`.
    static func refusing<Value>(_ body: () throws(StockError) -> Value) throws -> Value {
        do throws(StockError) { return try body() } catch { throw HouseholdError(error) }
    }
}
