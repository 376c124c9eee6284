import Larder
import Support
import Testing

@Suite("Warnings on packages", .tags(.small))
struct PacketWarningTests {
    @Test("Every wording of a warning makes the answer careful", arguments: PacketWarnings.all)
    func warned(packet: PacketWarnings) throws {
        #expect(packet.names.count == Allergen.allCases.count)
        for sentence in packet.sentences {
            for (allergen, names) in packet.names {
                for name in names {
                    let text = sentence.replacing("#", with: name)
                    let finding = Product.whole(text, language: packet.language).finding(allergen)
                    #expect(finding?.answer == .careful, "\(packet.language), \(allergen.rawValue): \(text)")
                }
            }
        }
    }

    @Test("A warning in a field of its own, a label or a name makes the answer careful", arguments: PacketWarnings.all)
    func elsewhere(packet: PacketWarnings) {
        for sentence in packet.sentences {
            for (allergen, names) in packet.names {
                guard let name = names.first else { continue }
                let text = sentence.replacing("#", with: name)
                for kind in [Product.PacketText.Kind.warning, .traces, .ingredients, .label, .name, .allergens] {
                    let product = Product.whole("Water") { $0.texts = [.init(kind, text)] }
                    #expect(product.finding(allergen)?.answer == .careful, "\(kind), \(allergen.rawValue): \(text)")
                }
            }
        }
    }

    @Test("Traces typed as a list count as warnings", arguments: PacketWarnings.all)
    func lists(packet: PacketWarnings) {
        for (allergen, names) in packet.names {
            for text in ["(\(packet.language)) en:kiwi,\(names.joined(separator: ","))", names.joined(separator: ", ")]
            {
                let product = Product.whole("Water", traces: .stated(["en:kiwi"])) { $0.texts = [.init(.traces, text)] }
                #expect(product.finding(allergen)?.answer == .careful, "\(text)")
                let stated = Product.whole("Water") { $0.texts = [.init(.allergens, text)] }
                #expect(stated.finding(allergen)?.answer == .no, "\(text)")
            }
        }
    }

    @Test("Words after the sentence of a warning are ingredients again")
    func ends() {
        for packet in PacketWarnings.all {
            for sentence in packet.sentences {
                let text = sentence.replacing("#", with: packet.names[.celery]?.first ?? "") + ". Sugar, whey"
                #expect(Product.whole(text).finding(.milk)?.answer == .no, "\(text)")
            }
        }
    }
}
