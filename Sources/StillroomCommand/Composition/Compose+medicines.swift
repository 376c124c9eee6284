import Foundation
import Household
import Imaging
import Labels
import LocalRecognition
import Logging
import OnlineServices
import Synchronization

extension Compose {
    /// Creates the services that read and explain labels. None of them logs the content of a label.
    static func labelServices(_ settings: Settings, pictures: PicturePool, logger: Logger) throws -> LabelServices {
        let names = MedicineNamesOnce(logger: logger)
        return LabelServices(
            reader: .local(pictures), names: { names.value }, second: vision(settings, logger: logger),
            explainer: chat(settings),
            secondPace: RateLimit(service: "google-vision", limit: settings.visionDailyLimit, seconds: 86_400),
            explainerPace: RateLimit(service: "chat", limit: settings.chatDailyLimit, seconds: 86_400))
    }

    /// Returns nil if the key is unusable, or if neither a key nor an address is set.
    private static func vision(_ settings: Settings, logger: Logger) -> TextService? {
        let key = KeyFile(
            service: "google-vision", given: settings.vision.key, path: settings.vision.file,
            isOwn: settings.vision.isFileOwn)
        switch key.ring.state() {
        case .present: break
        case .missing where settings.visionAddress == nil: return nil
        case .missing: break
        case .unusable(let reason):
            Terminal.error("stillroom: \(reason)")
            return nil
        }
        return VisionText(
            key: key, baseURL: settings.visionAddress ?? VisionText.service, transport: LiveTransport().transport,
            now: clock(settings)
        ) { line in
            logger.debug("\(line)")
        }.service(isOwn: Address.isOwn(settings.visionAddress))
    }

    /// Returns nil if no address or no model is set.
    private static func chat(_ settings: Settings) -> ExplainerService? {
        guard let address = settings.chatAddress, let model = settings.chatModel else { return nil }
        let key = KeyFile(
            service: "chat", given: settings.chat.key, path: settings.chat.file, isOwn: settings.chat.isFileOwn)
        return ChatExplainer(
            key: key, baseURL: address, model: model, transport: LiveStreamingTransport().transport,
            now: clock(settings)
        ).service(
            isOwn: Address.isOwn(address), tokenLimit: settings.chatTokens, temperature: settings.chatTemperature)
    }
}

/// The bundled list of medicine names, read on first use.
private final class MedicineNamesOnce: Sendable {
    private let names = Mutex<MedicineNames?>(nil)
    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

    var value: MedicineNames {
        names.withLock { names in
            if let names { return names }
            let read: MedicineNames
            do { read = try BundledMedicines.names() } catch {
                // Every name is unknown then, and a person types it.
                logger.error("the list of medicines' names cannot be read", metadata: ["type": "\(type(of: error))"])
                read = MedicineNames.empty
            }
            names = read
            return read
        }
    }
}
