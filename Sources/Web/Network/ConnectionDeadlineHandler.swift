import NIOCore
import NIOTLS

/// Closes a connection whose TLS handshake takes too long, or that does not end when the server stops to listen.
///
/// It stands behind the TLS handler, because the events of TLS start there.
final class ConnectionDeadlineHandler: ChannelInboundHandler {
    typealias InboundIn = NIOAny
    typealias InboundOut = NIOAny

    private var isHandshaking: Bool
    private var deadline: Scheduled<Void>?

    /// `isSecure` is false for a connection without TLS: it has no handshake.
    init(isSecure: Bool) { isHandshaking = isSecure }

    func handlerAdded(context: ChannelHandlerContext) {
        if isHandshaking { allow(Limits.handshakeSeconds, context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case TLSUserEvent.handshakeCompleted:
            isHandshaking = false
            deadline?.cancel()
        case is ChannelShouldQuiesceEvent:
            guard !isHandshaking else { return context.close(promise: nil) }
            allow(Limits.quiesceSeconds, context)
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func allow(_ seconds: Int, _ context: ChannelHandlerContext) {
        deadline?.cancel()
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: .seconds(Int64(seconds))) { channel.close(promise: nil) }
    }
}
