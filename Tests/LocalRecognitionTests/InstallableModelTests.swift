import Foundation
import LocalRecognition
import Support
import Testing

@Suite("Models that can be installed by name", .tags(.small))
struct InstallableModelTests {
    @Test("Each model of the catalogue has an https address, one checksum, a limit and labels")
    func complete() throws {
        let models = try InstallableModel.all()
        #expect(models.map(\.name) == ["inat-plants", "leafsnap30"])
        for model in models {
            #expect(URL(string: model.download.address)?.scheme == "https", "\(model.name)")
            let sums = [(model.download.sha256, 64), (model.download.gitBlob, 40)]
            #expect(sums.count { $0.0 != nil } == 1, "\(model.name)")
            for case (let sum?, let length) in sums {
                #expect(sum.count == length && sum.allSatisfy(\.isHexDigit), "\(model.name)")
            }
            #expect((1...1 << 30).contains(model.download.atMost), "\(model.name)")
            #expect(!model.licence.isEmpty && !model.source.isEmpty && model.notes.count == 2, "\(model.name)")
        }
        #expect(try models.map { try $0.plantCount() } == [2101, 30])
    }

    @Test("A described model becomes a folder that the shelf accepts, with as many labels as outputs")
    func folder() throws {
        let folder = try Fixture.Folder()
        let weights = URL(filePath: folder.path + "/weights")
        try Data("weights".utf8).write(to: weights)
        for model in try InstallableModel.all() {
            let place = URL(filePath: folder.path + "/" + model.name)
            try model.assemble(weights: weights, in: place)
            // Reading a folder compares labels and outputs.
            let made = try ModelFolder(path: place.path(percentEncoded: false))
            try made.verify()
            #expect(made.manifest.name == model.name)
            #expect(made.labels.count { $0 != nil } == (try model.plantCount()))
            let shelf = ModelShelf(folder: folder.path + "/models")
            #expect(try shelf.install(from: made.path).manifest.fullName == "\(model.name) 1")
        }
    }

    @Test("A name that is not in the catalogue is none")
    func unknown() throws {
        #expect(try InstallableModel.named("oaks") == nil)
        #expect(try InstallableModel.named("leafsnap30")?.download.bytes == 1_561_730)
    }
}
