import NIOCore

/// Closes a new connection whose client has too many, before it has sent anything.
final class AdmissionHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let connections: NetworkConnections

    init(_ connections: NetworkConnections) { self.connections = connections }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { admit(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        admit(context)
        context.fireChannelActive()
    }

    private func admit(_ context: ChannelHandlerContext) {
        do { try connections.admit(context.channel) } catch { context.close(promise: nil) }
    }
}
