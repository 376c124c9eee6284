import Foundation
import HTTPTypes
package import Hummingbird
import HummingbirdCore
package import Logging
package import NIOCore
import ServiceLifecycle
import Synchronization

/// Runs an application as Hummingbird does, but without its date cache, whose timer wakes an idle process every second
/// (2026-11, Hummingbird 2.28). Remove this type when Hummingbird can run without that timer.
package struct QuietApplication<Responder: HTTPResponder>: ApplicationProtocol
where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
    private let base: Application<Responder>
    /// A socket that another process opened, and the channel for each of its connections; nil to open one.
    private let passed: (socket: CInt, connections: Int, channel: HTTP1Channel.Configuration)?

    init(
        _ base: Application<Responder>,
        passed: (socket: CInt, connections: Int, channel: HTTP1Channel.Configuration)? = nil
    ) {
        self.base = base
        self.passed = passed
    }

    package var responder: Responder { base.responder }
    package var server: HTTPServerBuilder { base.server }
    package var eventLoopGroup: any EventLoopGroup { base.eventLoopGroup }
    package var configuration: ApplicationConfiguration { base.configuration }
    package var logger: Logger { base.logger }
    @Sendable package func onServerRunning(_ channel: any Channel) async { await base.onServerRunning(channel) }

    package func run() async throws {
        let (responder, logger, configuration) = (base.responder, base.logger, base.configuration)
        let date = DateHeader()
        let answering: HTTPChannelHandler.Responder = { request, writer, channel in
            var logger = logger
            logger[metadataKey: "hb.request.id"] = "\(RequestID())"
            let context = Responder.Context(source: .init(channel: channel, logger: logger))
            // Errors are already turned into responses at this point.
            var response = try await responder.respond(to: request, context: context)
            response.headers[.date] = date.text
            try await writer.write(response: response.head, body: response.body)
        }
        if let passed {
            return try await PassedSocketServer(
                socket: passed.socket, child: HTTP1Channel(responder: answering, configuration: passed.channel),
                connections: passed.connections, group: base.eventLoopGroup, logger: logger,
                onServerRunning: { await onServerRunning($0) }
            ).run()
        }
        let server = try base.server.buildServer(
            configuration: ServerConfiguration(
                address: configuration.address, serverName: configuration.serverName, backlog: configuration.backlog,
                reuseAddress: configuration.reuseAddress,
                availableConnectionsDelegate: configuration.availableConnectionsDelegate),
            eventLoopGroup: base.eventLoopGroup, logger: logger, responder: answering,
            onServerRunning: { await onServerRunning($0) })
        try await server.run()
    }
}

/// The value of the `Date` header. It is formatted only for a response, and at most once a second.
private final class DateHeader: Sendable {
    private let known = Mutex((second: 0, text: ""))

    /// For example "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110, 5.6.7).
    private static let style = Date.VerbatimFormatStyle(
        format: """
            \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
            \(second: .twoDigits) GMT
            """, locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
        calendar: Calendar(identifier: .gregorian))

    var text: String {
        let now = Date()
        let second = Int(now.timeIntervalSince1970)
        return known.withLock { known in
            if known.second != second { known = (second, now.formatted(Self.style)) }
            return known.text
        }
    }
}
