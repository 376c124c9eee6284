import Larder

/// Reads barcodes and answers whether a product fits a diet.
enum FoodCheck {
    /// Returns the number of the product, or the sentence that says why there is none.
    static func number(in text: String) -> String {
        let reading = BarcodeReading(text)
        if let gtin = reading.gtin { return gtin.description }
        return reading.error?.sentence ?? ""
    }
}
