import Foundation
import Household
import Logging
import MQTT

extension Compose {
    /// Returns the job that publishes to an MQTT broker; nil if none is set.
    static func homeAutomation(_ settings: Settings, household: Household, logger: Logger) -> HomeAutomationJob? {
        guard var server = settings.mqttServer else { return nil }
        server.username = settings.mqttUsername.flatMap { $0.isEmpty ? nil : $0 }
        server.password = mqttPassword(settings)
        server.certificateFile = settings.mqttCertificateFile
        guard server.isSecure || server.certificateFile == nil else {
            // The password would be sent without encryption.
            logger.error("no connection to the MQTT broker: mqtt.certificate-file needs an address with mqtts")
            return nil
        }
        if server.username == nil, server.password != nil {
            logger.warning("mqtt.password is not used, because mqtt.username is missing")
        }
        var options = HomeAutomation.Options()
        options.discoveryPrefix = settings.mqttDiscoveryPrefix
        options.includesDoses = settings.mqttIncludesDoses
        options.version = Stillroom.version
        options.address = settings.publicAddress?.absoluteString
        return HomeAutomationJob(household: household, server: server, options: options, logger: logger)
    }

    /// The password for the broker: that of the environment, or the first line of the file. It may contain spaces, unlike the
    /// key of a service.
    private static func mqttPassword(_ settings: Settings) -> String? {
        if let given = settings.mqtt.key { return given.isEmpty ? nil : given }
        guard let data = FileManager.default.contents(atPath: settings.mqtt.file), data.count <= 4096 else {
            return nil
        }
        let line = String(decoding: data, as: UTF8.self).prefix { !$0.isNewline }
        return line.isEmpty ? nil : String(line)
    }
}
