import NIOCore
import NIOHTTPTypes

/// Lets a server that stops send what it has written: without it, the close of a connection throws away the part of a response
/// that the client has not taken yet.
///
/// Only after the server has begun to stop, and for a limited time, so that a client that does not read cannot hold it.
final class UnsentResponseHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Parts that were written and not sent.
    private var unsent = 0
    private var isStopping = false
    private var isOver = false
    /// A close that waits for the parts.
    private var held: EventLoopPromise<Void>?
    private var deadline: Scheduled<Void>?

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent, !isStopping {
            isStopping = true
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            deadline = context.eventLoop.scheduleTask(in: .seconds(Int64(Limits.quiesceSeconds))) {
                let (handler, context) = bound.value
                handler.isOver = true
                handler.release(context)
            }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        unsent += 1
        let sent = promise ?? context.eventLoop.makePromise()
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        sent.futureResult.whenComplete { _ in
            let (handler, context) = bound.value
            handler.unsent -= 1
            if handler.unsent == 0 { handler.release(context) }
        }
        context.write(data, promise: sent)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard isStopping, !isOver, unsent > 0, mode == .all else { return context.close(mode: mode, promise: promise) }
        if let held {
            if let promise { held.futureResult.cascade(to: promise) }
        } else {
            held = promise ?? context.eventLoop.makePromise()
        }
        context.flush()
    }

    func channelInactive(context: ChannelHandlerContext) {
        release(context)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadline?.cancel()
        held?.succeed()
        held = nil
    }

    /// Performs the close that waits.
    private func release(_ context: ChannelHandlerContext) {
        guard let promise = held else { return }
        held = nil
        deadline?.cancel()
        context.close(promise: promise)
    }
}
