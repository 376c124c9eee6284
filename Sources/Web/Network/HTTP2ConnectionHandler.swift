import NIOCore
import NIOHTTP2

/// Ends an HTTP/2 connection that is idle, or whose last request ends after the server has stopped to listen.
///
/// It waits for no answer of the client. NIO's own handler, and Hummingbird's, send a PING first and keep the connection
/// until its answer, which a client can leave out (2026-11, swift-nio-http2 1.46, Hummingbird 2.28).
final class HTTP2ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias InboundOut = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private let eventLoop: any EventLoop
    private var context: ChannelHandlerContext?
    private var requests = 0
    private var last = HTTP2StreamID.rootStream
    private var isQuiescing = false
    private var idle: Scheduled<Void>?

    init(eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    /// Reports the begin and the end of each request.
    var requestDelegate: some NIOHTTP2StreamDelegate {
        RequestDelegate(handler: NIOLoopBound(self, eventLoop: eventLoop))
    }

    private struct RequestDelegate: NIOHTTP2StreamDelegate {
        let handler: NIOLoopBound<HTTP2ConnectionHandler>

        func streamCreated(_ id: HTTP2StreamID, channel: any Channel) { handler.value.began(id) }
        func streamClosed(_ id: HTTP2StreamID, channel: any Channel) { handler.value.ended() }
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        rest()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        idle?.cancel()
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        idle?.cancel()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent, !isQuiescing {
            isQuiescing = true
            // The browser opens no further requests on this connection.
            sendGoAway()
            if requests == 0 { context.close(promise: nil) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func began(_ id: HTTP2StreamID) {
        requests += 1
        last = max(last, id)
        idle?.cancel()
    }

    private func ended() {
        requests -= 1
        guard requests == 0 else { return }
        guard isQuiescing else { return rest() }
        // The last bytes of the response are written in this turn of the event loop, and sent after it.
        end(after: .nanoseconds(0))
    }

    private func rest() { end(after: .seconds(Int64(Limits.idleSeconds))) }

    private func end(after delay: TimeAmount) {
        idle?.cancel()
        let handler = NIOLoopBound(self, eventLoop: eventLoop)
        idle = eventLoop.scheduleTask(in: delay) { handler.value.end() }
    }

    private func end() {
        guard requests == 0, let context else { return }
        if !isQuiescing { sendGoAway() }
        context.close(promise: nil)
    }

    private func sendGoAway() {
        let goodbye = HTTP2Frame(
            streamID: .rootStream, payload: .goAway(lastStreamID: last, errorCode: .noError, opaqueData: nil))
        context?.writeAndFlush(wrapOutboundOut(goodbye), promise: nil)
    }
}
