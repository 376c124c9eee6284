import Foundation
import HTTPTransport
import HTTPTypes
import Support
import Testing
import Trefle

@Suite("Groups, zones, corrections and account of Trefle", .tags(.small))
struct CatalogueTests {
    @Test(
        "Every rank has its path",
        arguments: [
            (TaxonRank.kingdom, "kingdoms"), (.subkingdom, "subkingdoms"), (.division, "divisions"),
            (.divisionClass, "division_classes"), (.divisionOrder, "division_orders"), (.family, "families"),
            (.genus, "genus"),
        ])
    func ranks(rank: TaxonRank, path: String) async throws {
        let lists = Service(200, try invented("families.json"))
        _ = try await lists.client.taxa(rank, page: 2)
        #expect(lists.path == "/api/v1/\(path)?page=2")
        let records = Service(200, try invented("genus.json"))
        _ = try await records.client.taxon(rank, "planta")
        #expect(records.path == "/api/v1/\(path)/planta")
    }

    @Test("A family contains all groups above it")
    func families() async throws {
        let service = Service(200, try invented("families.json"))
        let page = try await service.client.taxa(.family, where: .init(filter: [.name: ["Plantaceae"]])).value
        #expect(service.path == "/api/v1/families?filter%5Bname%5D=Plantaceae")
        let first = try #require(page.items.first)
        #expect(first.name == "Plantaceae" && first.commonName == "Made-up family")
        #expect(first.parentRank == .divisionOrder && first.parent?.slug == "plantales")
        let names = ["Plantales", "Plantopsida", "Plantophyta", "Tracheobionta", "Plantae"]
        #expect(first.lineage.map(\.name) == names)
        #expect(first.lineage.map(\.parentRank) == [.divisionClass, .division, .subkingdom, .kingdom, nil])
        #expect(page.items.last?.lineage.isEmpty == true && page.items.last?.parentRank == nil)
    }

    @Test("A genus has its family, and a family its genera")
    func genus() async throws {
        let service = Service(200, try invented("genus.json"))
        let genus = try await service.client.taxon(.genus, 9001)
        #expect(service.path == "/api/v1/genus/9001")
        #expect(genus.value.slug == "planta" && genus.value.parentRank == .family)
        #expect(genus.value.parent?.commonName == "Made-up family")
        #expect(genus.meta.lastModified == "2021-03-04T05:06:07.008Z")
        let genera = Service(200, try invented("families.json"))
        _ = try await genera.client.genera(ofFamily: "plantaceae", where: .init(order: [.init(.name, .descending)]))
        #expect(genera.path == "/api/v1/families/plantaceae/genus?order%5Bname%5D=desc")
    }

    @Test("Zones contain each other, and codes may be in any case")
    func zones() async throws {
        let service = Service(200, try invented("zones.json"))
        let page = try await service.client.zones(where: .init(filter: [.tdwgLevel: ["1", "3"]])).value
        #expect(service.path == "/api/v1/distributions?filter%5Btdwg_level%5D=1%2C3")
        #expect(page.items.map(\.tdwgLevel) == [1, 3])
        #expect(page.items.first?.parent == nil && page.items.first?.children.map(\.name) == ["Nowhere"])
        #expect(page.items.last?.parent?.name == "Everywhere")
        let one = Service(200, try invented("zone.json"))
        let zone = try await one.client.zone("NOW-no").value
        #expect(one.path == "/api/v1/distributions/now-no")
        #expect(zone.children.map(\.tdwgCode) == ["NOW-NO", "NOW-SO"] && zone.parent?.slug == "9")
        #expect(
            zone.id == 9101 && zone.speciesCount == 7 && zone.links["species"] == "/api/v1/distributions/now/species")
    }

    @Test("Corrections are listed for all, for a species and for the account")
    func corrections() async throws {
        let service = Service(200, try invented("corrections.json"))
        let page = try await service.client.corrections(where: .init(order: [.init(.changeStatus)])).value
        #expect(service.path == "/api/v1/corrections?order%5Bchange_status%5D=asc")
        let first = try #require(page.items.first)
        #expect(first.id == 12 && first.recordType == "Species" && first.recordID == 900_001 && first.userID == 77)
        #expect(first.changeStatus == "accepted" && first.changeType == "update" && first.acceptedBy == "5")
        #expect(first.correction?["maximum_height_value"] == .number(30))
        #expect(first.changes?["maximum_height_cm"] == .list([.number(110), .number(30)]))
        #expect(first.notes == "It is lower." && first.warningType == nil)
        #expect(first.createdAt == "2021-03-04T05:06:07.008Z" && first.updatedAt == "2021-03-04T05:06:07.009Z")
        #expect(page.items.last?.correction == nil && page.items.last?.notes == nil)
        _ = try await service.client.ownCorrections(page: 2)
        #expect(service.path == "/api/v1/corrections/mine?page=2")
        _ = try await service.client.corrections(ofSpecies: "planta-ficta")
        #expect(service.path == "/api/v1/species/planta-ficta/corrections")
        let one = Service(200, try invented("correction.json"))
        #expect(try await one.client.correction(12).value.id == 12)
        #expect(one.path == "/api/v1/corrections/12")
    }
}

extension CatalogueTests {
    @Test("A correction is sent as JSON and never repeated")
    func correct() async throws {
        let service = Service(201, try invented("correction.json"))
        let draft = CorrectionDraft(
            scientificName: "Planta ficta",
            fields: [
                "maximum_height_value": .number(30), "maximum_height_unit": .text("cm"), "scientific_name": .null,
            ],
            notes: "It is lower.", origin: .external, sourceReference: "https://flora.test/1")
        let reply = try await service.client.correct(draft, ofSpecies: "planta-ficta")
        #expect(reply.value.id == 12)
        let request = try #require(service.asked.first)
        #expect(request.head.method == .post && !request.isRepeatable)
        #expect(request.head.path == "/api/v1/corrections/species/planta-ficta")
        #expect(request.head.headerFields[.contentType] == "application/json")
        let correction = #"{"maximum_height_unit":"cm","maximum_height_value":30,"scientific_name":"Planta ficta"}"#
        let rest = #""notes":"It is lower.","source_reference":"https://flora.test/1","source_type":"external""#
        #expect(service.body == #"{"correction":\#(correction),\#(rest)}"#)
    }

    @Test("A refusal of values contains the service's text")
    func refused() async {
        let service = Service(422, #"{"error": true, "message": "No correction has been submitted"}"#)
        let draft = CorrectionDraft(scientificName: "Planta ficta", fields: ["rank": .text("species")])
        let error = await failure { try await service.client.correct(draft, ofSpecies: 900_001) }
        #expect(error?.code == .notAccepted)
        #expect(error?.serviceMessage == "No correction has been submitted")
        #expect(service.body == #"{"correction":{"rank":"species","scientific_name":"Planta ficta"}}"#)
    }

    @Test("A report about a species or a plant is sent once and never repeated")
    func report() async throws {
        let service = Service(201, try invented("report.json"))
        let reply = try await service.client.report(species: "planta-ficta", notes: "The flower is blue.")
        #expect(reply.value.warningType == "report" && reply.value.notes == "The flower is blue.")
        #expect(service.path == "/api/v1/species/planta-ficta/report")
        #expect(service.body == #"{"notes":"The flower is blue."}"#)
        _ = try await service.client.report(plant: 900_001, notes: nil)
        #expect(service.path == "/api/v1/plants/900001/report")
        #expect(service.body == "{}")
        #expect(service.asked.allSatisfy { !$0.isRepeatable && $0.head.method == .post })
    }

    @Test("The facts of a species are listed by source")
    func facts() async throws {
        let service = Service(200, try invented("facts.json"))
        let page = try await service.client.facts(ofSpecies: "planta-ficta").value
        #expect(service.path == "/api/v1/species/planta-ficta/facts")
        let first = try #require(page.items.first)
        #expect(first.id == 1 && first.attributeName == "ground_humidity" && first.value == "5" && first.unit == nil)
        #expect(first.source == "nowhere" && first.evidenceType == "measured" && first.status == "active")
        #expect(first.sourceRecordID == "x-1" && first.sourceURL == "https://facts.test/x-1" && first.notes == nil)
        #expect(first.observationCount == 12 && first.observedAt == "2025-01-02" && first.updatedAt != nil)
        #expect(page.items.last?.value == "7.5")
    }

    @Test("A client token is claimed with the token in the body too, and its description hides it")
    func claim() async throws {
        let service = Service(200, try invented("claim.json"))
        let origin = try #require(URL(string: "https://garden.test"))
        let reply = try await service.client.claim(origin: origin, ip: "192.0.2.7")
        #expect(service.asked.first?.head.method == .post)
        #expect(service.path == "/api/auth/claim")
        #expect(service.body == #"{"ip":"192.0.2.7","origin":"https://garden.test","token":"\#(Service.token)"}"#)
        #expect(reply.value.token == "CLAIMED.SECRET.jwt")
        #expect(reply.value.expires == Date(timeIntervalSince1970: 1_709_213_220))
        var written = "\(reply)\(reply.value)" + String(reflecting: reply)
        dump(reply, to: &written)
        dump(service.asked, to: &written)
        #expect(!written.contains("SECRET"))
        #expect(written.contains("02-29-2024"))
        _ = try await service.client.claim(origin: origin)
        #expect(service.body == #"{"origin":"https://garden.test","token":"\#(Service.token)"}"#)
    }
}

extension CatalogueTests {
    @Test(
        "An expiration consists of month, day, year and time of day",
        arguments: [
            ("12-14-2020 13:27", 1_607_952_420), ("02-30-2024 13:27", nil), ("2020-12-14 13:27", nil),
            ("12-14-2020", nil), ("12-14-2020 25:00", nil), ("", nil), ("+1-14-2020 13:27", nil),
        ] as [(String, Int?)])
    func expiration(text: String, seconds: Int?) throws {
        let body = #"{"token": "x", "expiration": "\#(text)"}"#
        let token = try JSONDecoder().decode(ClientToken.self, from: Data(body.utf8))
        #expect(token.expires == seconds.map { Date(timeIntervalSince1970: Double($0)) })
        #expect(token.expiration == text)
    }

    @Test("The account is decoded, and its description hides it")
    func me() async throws {
        let service = Service(200, try invented("me.json"))
        let account = try await service.client.me().value
        #expect(service.path == "/api/v1/me")
        #expect(account.name == "PRIVATE Name" && account.email == "private@person.test")
        #expect(account.accountType == "personal" && account.organizationName == nil && account.organizationURL == nil)
        #expect(account.imageURL != nil && account.createdAt == "2020-02-02T02:02:02.000Z")
        var written = "\(account)" + String(reflecting: account)
        dump(account, to: &written)
        #expect(!written.contains("PRIVATE") && !written.contains("private"))
        #expect(try JSONDecoder().decode(Account.self, from: JSONEncoder().encode(account)) == account)
    }
}
