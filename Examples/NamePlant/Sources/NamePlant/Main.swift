import Agenda
import Calendar
import Foundation
import HTTPTransport
import PlantNet
import Plants
import Recognition
import URLSessionTransport

/// Names the plant on a photograph with Pl@ntNet, and prints when it needs water.
@main
struct Main {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        guard let photograph = arguments.first, let key = ProcessInfo.processInfo.environment["PLANTNET_KEY"] else {
            return fail("Usage: PLANTNET_KEY=… NamePlant photograph.jpg [care.tsv]")
        }
        do {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: photograph)))
            let transport = URLSessionTransport().transport.timingOut(after: .seconds(30))
            let table = try arguments.dropFirst().first.map { path in
                try CareTable(String(contentsOf: URL(filePath: path), encoding: .utf8))
            }
            try await name(bytes, with: PlantNetClient(apiKey: key, transport: transport), care: table)
        } catch let error as PlantNetError where error.code == .nothingFound {
            print("No plant was found on the photograph.")
        } catch {
            fail("\(error)")
        }
    }

    private static func name(_ bytes: [UInt8], with client: PlantNetClient, care table: CareTable?) async throws {
        let reply = try await client.identify([PlantNetImage(bytes: bytes, type: .jpeg)])
        for match in reply.value.results.prefix(3) {
            print("\(Int(match.score * 100)) %", match.species.scientificNameWithoutAuthor)
        }
        if let left = reply.allowance.remaining { print("\(left) requests are left today.") }
        guard let best = reply.value.results.first, let table else { return }
        let taxon = Taxon(scientificName: best.species.scientificNameWithoutAuthor)
        let today = Zone.utc.day(at: Date())
        let plan = CarePlan(
            for: taxon, facts: table.facts(for: taxon), situation: Situation(place: table.usualPlace(of: taxon)),
            whereabouts: Whereabouts(latitude: 48), on: today)
        if let days = plan.watering.interval { print("Water it about every \(days) days.") }
        for chore in plan.chores where !chore.isOffered { print(chore.startsOn, chore.kind.rawValue) }
        print(CarePlan.disclaimer)
    }

    private static func fail(_ message: String) {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(1)
    }
}
