import Larder

/// Reads barcodes and answers whether a product fits a diet.
enum FoodCheck {
    /// Returns the number of the product, or the sentence that says why there is none.
    static func number(in text: String) -> String {
        let reading = BarcodeReading(text)
        if let gtin = reading.gtin { return gtin.description }
        return reading.error?.sentence ?? ""
    }

    /// Returns the "use by" date in a text of GS1, such as "2027-01-31"; nil if there is none.
    static func expiry(in text: String, thisYear: Int) -> String? {
        BarcodeReading(text).elements?.expiry(in: thisYear)?.description
    }
}
