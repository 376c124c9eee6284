import Foundation
import HTTPTransport
import Larder
import Messages

/// Products of a household elsewhere.
extension HouseAPI {
    private struct Scan: Decodable {
        struct Code: Decodable {
            let gtin: String
            let text: String
            let agreed: Bool
        }
        let codes: [Code]
    }

    /// Returns the code that was typed, or the one certain code that the household reads in a photograph.
    func code(_ product: String) async throws -> String {
        guard product == "-" || FileManager.default.fileExists(atPath: product) else { return product }
        let scan: Scan = try await post(bytes: try Photographs.read(product), to: Self.path("larder", "scan"))
        let sure = scan.codes.filter(\.agreed), numbers = Set(sure.map(\.gtin))
        guard numbers.count < 2 else {
            let list = Terminal.harmless(numbers.sorted().joined(separator: ", "))
            throw CommandFailure(
                .badData, localized("There are several products in \(product, "file"): \(list, "numbers")."),
                hint: localized("Give the number of one of them."))
        }
        guard let text = sure.first?.text else {
            throw CommandFailure(
                .nothingAboveThreshold,
                localized("No single barcode could be read with certainty in \(product, "file")."),
                hint: localized("Go closer, use good light, or type the number."))
        }
        return text
    }

    /// Returns the number in a code that was typed or photographed. The household refuses what is not a number.
    func number(_ product: String) async throws -> String {
        let code = try await code(product)
        return BarcodeReading(code).gtin?.description ?? code
    }
}
