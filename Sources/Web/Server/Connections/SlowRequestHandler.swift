import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client is too slow or sends too much. On an HTTP/2 connection each request has one.
///
/// Hummingbird's idle time-out detects neither a body that arrives very slowly nor one that continues after it was
/// refused (2026-11, Hummingbird 2.28). Without this handler, both keep the connection open and block a shutdown.
final class SlowRequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private var deadline: Scheduled<Void>?
    /// The deadline for a client that does not read the response.
    private var stall: Scheduled<Void>?
    private var bodyBytes = 0
    private var bodyLimit = 0
    private var isReceiving = false
    /// The request was refused because its body arrives too slowly.
    private var isTooSlow = false
    /// A backup is uploaded, which may be long.
    private var isArchive = false

    func handlerAdded(context: ChannelHandlerContext) { allow(Limits.headSeconds, context) }

    func handlerRemoved(context: ChannelHandlerContext) { cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            bodyBytes = 0
            isTooSlow = false
            let path = String((head.path ?? "").prefix { $0 != "?" })
            bodyLimit = Limits.body(to: path) + Limits.swallowed
            isReceiving = true
            isArchive = Site.isRestoreUpload(path)
            allow(isArchive ? Limits.archiveSeconds : Limits.bodySeconds, context)
        case .body(let buffer):
            bodyBytes += buffer.readableBytes
            if bodyBytes > bodyLimit { return context.close(promise: nil) }
        case .end:
            isReceiving = false
            deadline?.cancel()
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head): isTooSlow = head.status == .requestTimeout
        case .body: break
        case .end where (isTooSlow || isArchive) && isReceiving:
            // The client has some seconds to read why. The rest of a backup that was refused is not waited for.
            allow(Limits.refusalSeconds, context)
        case .end: if !isReceiving { allow(Limits.idleSeconds, context) }
        }
        context.write(data, promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        stall?.cancel()
        stall = context.channel.isWritable ? nil : Self.close(context, after: Limits.stallSeconds)
        context.fireChannelWritabilityChanged()
    }

    private func cancel() {
        deadline?.cancel()
        stall?.cancel()
    }

    private func allow(_ seconds: Int, _ context: ChannelHandlerContext) {
        deadline?.cancel()
        deadline = Self.close(context, after: seconds)
    }

    private static func close(_ context: ChannelHandlerContext, after seconds: Int) -> Scheduled<Void> {
        let channel = context.channel
        return context.eventLoop.scheduleTask(in: .seconds(Int64(seconds))) { channel.close(promise: nil) }
    }
}
