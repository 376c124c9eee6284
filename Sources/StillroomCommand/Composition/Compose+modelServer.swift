import Foundation
import Household
import Imaging
import Inference
import LocalRecognition
import Logging
import Messages
import OnlineServices
import ServedRecognition

extension Compose {
    /// Returns what names plants: the model in use, on this machine or at a model server, which the built-in model replaces
    /// when it does not answer.
    static func recogniser(
        _ settings: Settings, pictures: PicturePool, mode: InferenceModel.Settings.Mode, logger: Logger
    ) throws -> Recogniser {
        guard let address = settings.modelServer.address else {
            return local(settings, pictures: pictures, mode: mode).recogniser
        }
        let host = address.host() ?? ""
        switch modelServerToken(settings).ring.state() {
        case .unusable(let reason): throw CommandFailure(.configuration, reason)
        case .present where address.scheme != "https" && !Address.isOwn(address):
            throw CommandFailure(
                .configuration, localized("The token for the model server would be sent without encryption."),
                hint: localized("Use an https address in model.server-url, or no token."))
        case .present, .missing: break
        }
        let served = LocalRecogniser(
            pictures: pictures, now: clock(settings), server: host,
            folder: { () throws(ModelFolderError) in try model(settings) },
            load: { folder throws(ModelFolderError) in
                let server = try modelServer(settings, at: address, for: folder)
                return try ModelReader(folder) { try await server.infer($0) }
            })
        var builtIn = settings
        builtIn.model = ModelShelf.builtInName
        return served.recogniser.fallingBack(
            to: local(builtIn, pictures: pictures, mode: mode).recogniser, from: host, steady: steady()
        ) { error in
            logger.warning(
                "the model server could not be used; the built-in model answers",
                metadata: ["host": "\(host)", "reason": "\(error.cause.map { "\($0)" } ?? error.message)"])
        }
    }

    /// Returns the server for a model. Sends nothing. Throws if the model's folder does not say which pixels it wants.
    static func modelServer(
        _ settings: Settings, at address: URL, for folder: ModelFolder
    ) throws(ModelFolderError) -> ModelServer {
        guard let input = folder.input else {
            throw ModelFolderError(
                .unsupported, file: folder.weights,
                localized("Its folder does not say which pixels it wants, so no model server can run it."),
                remedy: localized("stillroom models list shows others."))
        }
        return ModelServer(
            .init(
                address: address, token: { modelServerToken(settings).key() },
                model: settings.modelServer.name ?? folder.manifest.name, version: settings.modelServer.version,
                timeLimit: settings.modelServer.timeLimit),
            input: input, outputs: folder.outputs,
            transport: LiveTransport(connections: max(8, settings.pictureWorkers)).transport)
    }

    static func modelServerToken(_ settings: Settings) -> KeyFile {
        KeyFile(
            service: "model server", setting: Settings.CommandSetting.modelServerTokenFile.rawValue,
            given: settings.modelServer.token.key, path: settings.modelServer.token.file,
            // Tokens of service accounts are long.
            isOwn: settings.modelServer.token.isFileOwn, longest: 8192)
    }
}
