import Foundation
import Messages

/// The models of one installation: the built-in model and the installed models.
package struct ModelShelf: Sendable {
    /// The folder that contains one folder per installed model.
    package let folder: String
    /// The folder of the built-in model.
    package let builtIn: String

    package init(folder: String, builtIn: String? = nil) {
        self.folder = folder
        self.builtIn = builtIn ?? Self.resource("BuiltIn")
    }

    package struct Entry: Sendable {
        package let path: String
        package let isBuiltIn: Bool
        package let isUsed: Bool
        package let contents: Result<ModelFolder, ModelFolderError>
    }

    /// The built-in model first, then the others by name.
    package func entries() -> [Entry] {
        let used = usedPath()
        return ([builtIn] + installed()).map { path in
            Entry(
                path: path, isBuiltIn: path == builtIn, isUsed: path == used,
                contents: Result { () throws(ModelFolderError) in try ModelFolder(path: path) })
        }
    }

    /// The folder of a model, by its name or by "built-in".
    package func path(named name: String) throws(ModelFolderError) -> String {
        if name == Self.builtInName { return builtIn }
        // An installed model takes precedence over a built-in model with the same name, which is still available as
        // "built-in".
        if let entry = entries().reversed().first(where: {
            (try? $0.contents.get().manifest.name) == name || ($0.path as NSString).lastPathComponent == name
        }) {
            return entry.path
        }
        throw ModelFolderError(
            .missing, file: folder, localized("There is no model named \(name, "name")."),
            remedy: localized("stillroom models list shows them."))
    }

    /// The model in use: the selected model, or the built-in one.
    package func used() throws(ModelFolderError) -> ModelFolder { try ModelFolder(path: usedPath()) }

    package static let builtInName = "built-in"

    private static let choiceName = "in-use"
    private var choiceFile: String { folder + "/" + Self.choiceName }

    private func usedPath() -> String {
        guard let data = FileManager.default.contents(atPath: choiceFile) else { return builtIn }
        let name = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).first.map(String.init)
        guard let name, name != Self.builtInName, !name.isEmpty, !name.contains("/") else { return builtIn }
        return folder + "/" + name
    }

    /// Selects the model. Throws if it is missing or damaged.
    package func use(_ name: String) throws(ModelFolderError) {
        let path = try path(named: name)
        try ModelFolder(path: path).verify()
        let choice = path == builtIn ? Self.builtInName : (path as NSString).lastPathComponent
        try attempt(choiceFile, localized("The choice could not be written.")) {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data((choice + "\n").utf8).write(to: URL(filePath: choiceFile), options: .atomic)
        }
    }

    /// Copies a model folder into the shelf after verifying all checksums. Throws if it is damaged or a model with that
    /// name exists.
    package func install(from source: String) throws(ModelFolderError) -> ModelFolder {
        let model = try ModelFolder(path: source)
        try model.verify()
        let name = model.manifest.name
        let isUsable = name.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._-]{0,63}/) != nil
        guard isUsable, name != Self.builtInName, name != Self.choiceName else {
            throw ModelFolderError(
                .corrupt, file: source, localized("Its name, \(name, "name"), cannot be a folder."),
                remedy: ModelFolder.reinstall)
        }
        let place = folder + "/" + name
        guard !FileManager.default.fileExists(atPath: place) else {
            throw ModelFolderError(
                .mismatch, file: place, localized("A model of this name is installed."),
                remedy: localized("Remove it first: stillroom models remove \(name, "name")."))
        }
        let unfinished = folder + "/.unfinished-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: unfinished) }
        try attempt(place, localized("The model could not be copied; is there room on the disk?")) {
            try FileManager.default.createDirectory(atPath: unfinished, withIntermediateDirectories: true)
            let names = [ModelManifest.fileName, model.manifest.labels] + model.manifest.files.map(\.path)
            for name in Set(names + [model.manifest.familiarity?.file].compactMap(\.self)) {
                let target = unfinished + "/" + name
                try FileManager.default.createDirectory(
                    atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
                try FileManager.default.copyItem(atPath: source + "/" + name, toPath: target)
            }
        }
        try ModelFolder(path: unfinished).verify()
        try attempt(place, localized("The model could not be moved to its place.")) {
            try FileManager.default.moveItem(atPath: unfinished, toPath: place)
        }
        return try ModelFolder(path: place)
    }

    /// Removes an installed model; the built-in model cannot be removed. If the removed model was in use, the built-in
    /// one is selected.
    package func remove(_ name: String) throws(ModelFolderError) {
        let path = try path(named: name)
        guard path != builtIn else {
            throw ModelFolderError(
                .unsupported, file: path, localized("The built-in model cannot be removed."),
                remedy: localized("Choose another with stillroom models use NAME."))
        }
        if path == usedPath() { try use(Self.builtInName) }
        try attempt(path, localized("The model could not be removed.")) {
            try FileManager.default.removeItem(atPath: path)
        }
    }

    /// The label catalogue of the 1,081 species of Pl@ntNet-300K.
    package static var plantNet300KCatalogue: String { resource("Catalogues") + "/plantnet-300k.json" }

    private func installed() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted().map { folder + "/" + $0 }
            .filter { FileManager.default.fileExists(atPath: $0 + "/" + ModelManifest.fileName) }
    }

    private func attempt(
        _ file: String, _ message: String, _ work: () throws -> Void
    ) throws(ModelFolderError) {
        do {
            try work()
        } catch {
            throw ModelFolderError(.corrupt, file: file, message, remedy: error.localizedDescription)
        }
    }

    private static func resource(_ name: String) -> String {
        Bundle.module.bundleURL.appending(path: name).path(percentEncoded: false)
    }
}
