import Agenda
import Contracts
import Documents
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Plants
import Recognition
import Support
import Testing

@testable import Web

/// The forms and routes in which a person or a program names a plant. The drawn table has Monstera deliciosa, Echeveria
/// elegans and the genus Rosa.
@Suite("Naming a plant on pages and in the API", .tags(.medium))
struct NamingPagesTests {
    private let page: HTTPFields = [.accept: "text/html", .contentType: "application/x-www-form-urlencoded"]
    private let json: HTTPFields = [.accept: "application/json", .contentType: "application/json"]

    private func visiting(
        _ household: Household = .drawn(), _ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        let server = try WebServer(
            household, settings: .init(version: "test"), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await Application(router: server.router()).test(.router, body)
    }

    private func send(
        _ client: any TestClientProtocol, _ uri: String, _ form: String
    ) async throws -> (status: HTTPResponse.Status, location: String, html: String) {
        let response = try await client.execute(
            uri: uri, method: .post, headers: page, body: ByteBuffer(string: form))
        return (response.status, response.headers[.location] ?? "", String(buffer: response.body))
    }

    private func plant(_ household: Household, at location: String) async throws -> Plant {
        let id = location.dropFirst("/plants/".count).prefix { $0 != "?" }
        return try await household.collection.plant(try #require(Plant.ID(String(id))))
    }

    @Test("A species is looked up by a Latin or a common name, and its care is shown before the plant is added")
    func lookUp() async throws {
        let household = Household.drawn()
        try await visiting(household) { client in
            func html(_ uri: String) async throws -> String {
                let response = try await client.execute(uri: uri, method: .get, headers: page)
                #expect(response.status == .ok)
                return String(buffer: response.body)
            }
            #expect(try await html(Site.species).contains("See how a plant is cared for before you get it."))
            for name in ["Monstera+deliciosa", "swiss+cheese+plants"] {
                let found = try await html(Site.species + "?q=" + name)
                for words in [
                    "<h1 tabindex=\"-1\" lang=\"la\">Monstera deliciosa</h1>", "Water: Every ", "Light: ", "Show why",
                    "href=\"/plants/new?species=Monstera%20deliciosa\"",
                ] {
                    #expect(found.contains(words), "\(words)")
                }
            }
            let form = try await html("/plants/new?species=Monstera%20deliciosa")
            #expect(form.contains("name=\"species\" type=\"text\" value=\"Monstera deliciosa\""))
            let near = try await html(Site.species + "?q=monst")
            #expect(near.contains("Did you mean one of these plants?"))
            #expect(near.contains("href=\"/plants/species?q=Monstera%20deliciosa\""))
            #expect(try await html(Site.species + "?q=qqqq").contains("No plant of this name is known here."))
            #expect(try await household.collection.plantCount() == 0)
        }
    }

    @Test("A name that one plant has is used at once, for the species and for the name alone")
    func clear() async throws {
        let household = Household.drawn()
        try await visiting(household) { client in
            for (form, latin) in [
                ("name=Monty&species=swiss+cheese+plants", "Monstera deliciosa"), ("name=Rose", "Rosa"),
                ("name=&species=ROSE", "Rosa"), ("name=Mine&species=Rosa+incognita", "Rosa incognita"),
            ] {
                let sent = try await send(client, Site.newPlant, form)
                #expect(sent.status == .seeOther, "\(form)")
                #expect(try await plant(household, at: sent.location).taxon?.scientificName == latin, "\(form)")
            }
        }
    }

    @Test("A form with an unclear species comes back with choices, keeps its fields, and accepts the choice")
    func unclear() async throws {
        let household = Household.drawn()
        try await visiting(household) { client in
            let form = "name=Monty&species=monstera+delicosa&room=Hall+%3Cb%3E&watered=yesterday&place=balcony"
            let asked = try await send(client, Site.newPlant, form)
            #expect(asked.status == .unprocessableContent)
            for part in [
                "Did you mean one of these plants?", "“monstera delicosa”", #"value="species:Monstera deliciosa""#,
                #"name="room" value="Hall &lt;b&gt;""#, #"name="watered" value="yesterday""#, "None of these",
            ] {
                #expect(asked.html.contains(part), "\(part)")
            }
            #expect(try await household.collection.plantCount() == 0)

            let chosen = try await send(client, Site.newPlant, form + "&chosen=species%3AMonstera+deliciosa")
            #expect(chosen.status == .seeOther)
            let monty = try await plant(household, at: chosen.location)
            #expect(monty.taxon?.scientificName == "Monstera deliciosa" && monty.room == "Hall <b>")
            #expect(monty.situation.place == .balcony)
            #expect(try await household.agenda.chores(of: monty.id).contains { $0.lastDone != nil })

            let kept = try await send(client, Site.newPlant, form + "&chosen=")
            let other = try await plant(household, at: kept.location)
            #expect(other.taxon?.scientificName == "monstera delicosa")
            let html = String(
                buffer: try await client.execute(uri: Site.plant(other.id), method: .get, headers: page).body)
            #expect(html.contains("does not know the species “monstera delicosa”"))
        }
    }

    @Test("A choice that is no plant of the table is asked again or kept as written, and writes nothing else")
    func forged() async throws {
        let household = Household.drawn()
        try await visiting(household) { client in
            let sent = try await send(client, Site.newPlant, "name=x&species=monstera+delicosa&chosen=genus%3ANowhere")
            #expect(sent.status == .seeOther)
            #expect(try await plant(household, at: sent.location).taxon?.scientificName == "monstera delicosa")
        }
    }
}

extension NamingPagesTests {
    @Test("Renaming asks only if the species changes, and None of these asks about its name")
    func otherForms() async throws {
        let household = Household.drawn()
        try await visiting(household) { client in
            let added = try await send(client, Site.newPlant, "name=Monty&species=monstera+delicosa&chosen=")
            let id = try await plant(household, at: added.location).id
            let same = try await send(client, Site.renamePlant(id), "name=Other&species=monstera+delicosa")
            #expect(same.location.contains("note=renamed"))
            let asked = try await send(client, Site.renamePlant(id), "name=Other&species=echeveria")
            #expect(asked.status == .unprocessableContent && asked.html.contains("Echeveria elegans"))
            let chosen = try await send(
                client, Site.renamePlant(id), "name=Other&species=echeveria&chosen=species%3AEcheveria+elegans")
            #expect(chosen.location.contains("note=renamed"))
            #expect(try await household.collection.plant(id).taxon?.scientificName == "Echeveria elegans")

            let photograph = try await household.photographs.capture(Array("photo one".utf8))
            let identification = try await household.identifications.recognise([photograph.id]).id
            let unsure = try await send(client, Site.noneOfThese(identification), "name=My+rose+bush")
            #expect(unsure.status == .unprocessableContent && unsure.html.contains("genus:Rosa"))
            let none = try await send(
                client, Site.noneOfThese(identification), "name=My+rose+bush&watered=today&chosen=genus%3ARosa")
            let rose = try await plant(household, at: none.location)
            #expect(rose.name == "My rose bush" && rose.taxon?.rank == .genus)
        }
    }

    @Test("The API finds species, with a tag for caches, and refuses invalid limits")
    func search() async throws {
        try await visiting { client in
            let found = try await client.execute(
                uri: Site.API.species.with(["q": "Swiss-Cheese"]), method: .get, headers: json)
            let list = try JSONDecoder().decode(SpeciesListDocument.self, from: Data(String(buffer: found.body).utf8))
            #expect(list.species.map(\.id) == ["species:Monstera deliciosa"] && list.resolved == nil)
            #expect(list.species.first?.name == "Swiss cheese plant" && list.species.first?.match == "beginning")
            let tag = try #require(found.headers[.eTag])
            #expect(found.headers[.cacheControl] == "private, max-age=3600")
            var known = json
            known[.ifNoneMatch] = tag
            let again = try await client.execute(
                uri: Site.API.species.with(["q": "Swiss-Cheese"]), method: .get, headers: known)
            #expect(again.status == .notModified && again.body.readableBytes == 0)
            for (query, status) in [
                ("q=rose", HTTPResponse.Status.ok), ("", .ok), ("q=rose&limit=0", .unprocessableContent),
                ("q=rose&limit=51", .unprocessableContent), ("q=rose&limit=x", .unprocessableContent),
                ("q=" + String(repeating: "q", count: 121), .unprocessableContent),
            ] {
                let answer = try await client.execute(
                    uri: "\(Site.API.species)?\(query)", method: .get, headers: json)
                #expect(answer.status == status, "\(query)")
            }
        }
    }
}

extension NamingPagesTests {
    @Test("The API refuses an unclear species with choices, and says what the care is based on")
    func program() async throws {
        let household = Household.drawn()
        try await visiting(household) { client in
            func add(_ body: String) async throws -> (HTTPResponse.Status, [String: Any]) {
                let answer = try await client.execute(
                    uri: Site.API.plants, method: .post, headers: json, body: ByteBuffer(string: body))
                let object = try JSONSerialization.jsonObject(with: Data(String(buffer: answer.body).utf8))
                return (answer.status, object as? [String: Any] ?? [:])
            }
            let refused = try await add(#"{"name": "Monty", "species": "monstera delicosa"}"#)
            #expect(refused.0 == .unprocessableContent && refused.1["code"] as? String == "species-unclear")
            let choices = refused.1["choices"] as? [[String: Any]]
            #expect(choices?.first?["id"] as? String == "species:Monstera deliciosa")
            #expect(try await household.collection.plantCount() == 0)

            let kept = try await add(#"{"name": "M", "species": "monstera delicosa", "speciesAsWritten": true}"#)
            #expect(kept.0 == .created && kept.1["careBasis"] as? String == "general")
            let chosen = try await add(
                #"{"name": "M", "species": "species:Monstera deliciosa", "place": "balcony", "lastWatered": "today"}"#)
            #expect(chosen.0 == .created && chosen.1["careBasis"] as? String == "species")
            #expect((chosen.1["situation"] as? [String: Any])?["place"] as? String == "balcony")
            let named = try await add(#"{"name": "Rose"}"#)
            #expect(named.1["scientificName"] as? String == "Rosa" && named.1["careBasis"] as? String == "genus")
            let unsure = try await add(#"{"name": "My rose bush"}"#)
            #expect(unsure.0 == .created && unsure.1["scientificName"] == nil && unsure.1["didYouMean"] != nil)
            for body in [#"{"name": "x", "lastWatered": "sometime"}"#, #"{"name": "x", "place": "attic"}"#] {
                #expect(try await add(body).0 == .unprocessableContent, "\(body)")
            }
            #expect(try await add(#"{"name": "x", "lastWatered": "2999-01-01"}"#).0 == .unprocessableContent)
        }
    }

    @Test(
        "The message about an import names unused columns, and takes only letters, digits and spaces from the address")
    func imported() {
        #expect(ImportExportModel.unused(["Sunlight", "Fertiliser <b>brand</b>"]) == "Sunlight,Fertiliser bbrandb")
        let words = ImportExportModel.note([
            "note": "imported", "added": "2", "unused": "Sunlight,<i>x</i>", "general": "1",
        ])
        #expect(words?.contains("The columns “Sunlight”, “ixi” are not used.") == true)
        #expect(words?.contains("general care") == true)
        #expect(ImportExportModel.note(["note": "imported", "added": "2"]) == "2 plants were added.")
    }
}
