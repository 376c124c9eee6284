import Larder
import Support
import Testing

@Suite("Digital Links", .tags(.small))
struct DigitalLinkTests {
    @Test(
        "A Digital Link gives the product and its other data",
        arguments: [
            ("https://id.gs1.org/01/04044782317112/22/2A", "4044782317112", "01=04044782317112 22=2A"),
            (
                "https://dalgiardino.com/01/09506000134376/10/ABC/21/123456?17=211200", "9506000134376",
                "01=09506000134376 10=ABC 21=123456 17=211200"
            ),
            ("https://example.com/01/00012345000058?17=271200", "0012345000058", "01=00012345000058 17=271200"),
            ("HTTPS://EXAMPLE.COM/01/09521234543213", "9521234543213", "01=09521234543213"),
            ("http://example.com:8080/01/09521234543213/", "9521234543213", "01=09521234543213"),
            ("https://example.com/a/b/01/09521234543213/10/A%2FB%28", "9521234543213", "01=09521234543213 10=A/B("),
            (
                "https://example.com/gtin/09521234543213/lot/A?exp=270101", "9521234543213",
                "01=09521234543213 10=A 17=270101"
            ),
            ("https://example.com/01/9521234543213", "9521234543213", "01=09521234543213"),
            ("https://example.com/01/614141000418", "0614141000418", "01=00614141000418"),
            ("https://example.com/01/96385074", "96385074", "01=00000096385074"),
            ("https://example.com/01/30712345000010#top", "30712345000010", "01=30712345000010"),
            ("https://example.com/01/99/01/09521234543213", "9521234543213", "01=09521234543213"),
            (
                "https://example.com/01/09521234543213?linkType=gs1:pip&3103=000195&17=270101", "9521234543213",
                "01=09521234543213 3103=000195 17=270101"
            ),
        ])
    func named(link: String, gtin: String, elements: String) {
        let reading = BarcodeReading(link)
        #expect(reading.gtin?.description == gtin)
        #expect(reading.offCode == gtin)
        #expect(reading.symbology == .digitalLink)
        #expect(reading.remarks == [])
        #expect(
            reading.applicationIdentifiers.map { "\($0.identifier)=\($0.value)" }.joined(separator: " ") == elements)
    }

    @Test(
        "A link without a product is refused",
        arguments: [
            "https://", "https:///", "https://world.openfoodfacts.org/", "http://spam.zip/", "https://example.com/01/",
            "https://example.com/01/09521234543", "https://example.com/01/09521234543213/10",
            "https://example.com/01/09521234543213/reviews/all", "https://example.com/01/09521234543213/10/%zz",
            "https://example.com/01/09521234543213/10/%4", "https://example.com/00/106141411234567897",
            "https://01/09521234543213", "https://example.com/1/09521234543213",
            "https://example.com?01=09521234543213",
        ])
    func refused(link: String) {
        let reading = BarcodeReading(link)
        #expect(reading.error == .link)
        #expect(reading.elements == nil)
    }

    @Test("A compressed link is refused with its own error")
    func compressed() {
        #expect(BarcodeReading("https://id.gs1.org/ARFKk4XB0CDKWcnpq").error == .compressedLink)
        #expect(BarcodeReading("https://GS1.org/ARFKk4XB0CDKWcnpq").error == .compressedLink)
        #expect(BarcodeReading("https://example.com/ARFKk4XB0CDKWcnpq").error == .link)
        #expect(BarcodeReading("https://id.gs1.org/short").error == .link)
    }

    @Test("A link with a wrong check digit or with zeros only gives no product")
    func wrong() {
        let reading = BarcodeReading("https://id.gs1.org/01/04044782317113")
        #expect(reading.error == .checkDigit)
        #expect(reading.checkDigit == 2)
        #expect(BarcodeReading("https://id.gs1.org/01/00000000000000").error == .zeros)
    }

    @Test(
        "A link states that a value after the question mark could not be read",
        arguments: ["17=soon", "05=1", "17=%zz", "17", "3106=000001"])
    func unread(query: String) {
        let reading = BarcodeReading("https://example.com/01/09521234543213?\(query)&10=A")
        #expect(reading.isValid)
        #expect(reading.remarks == .restUnread)
        #expect(reading.elements?.rest == query)
        #expect(reading.elements?.lot == "A")
    }
}
