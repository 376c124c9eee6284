import Concurrency
import HummingbirdCore
import Logging
import NIOCore
import NIOExtras
import NIOPosix
import ServiceLifecycle

/// Serves the connections of a listening socket that another process opened and passed on. Hummingbird's own server only
/// opens sockets itself (2026-11, Hummingbird 2.28); remove this type when it can take one.
struct PassedSocketServer<Child: ServerChildChannel>: Service {
    /// The descriptor of the socket. It is closed at the end.
    let socket: CInt
    let child: Child
    /// The largest number of connections at the same time. Others wait in the queue of the socket.
    let connections: Int
    let group: any EventLoopGroup
    let logger: Logger
    let onServerRunning: @Sendable (any Channel) async -> Void

    /// How long accepted connections may begin a request at a shutdown.
    private static var rest: Duration { .milliseconds(500) }

    func run() async throws {
        let quiescing = ServerQuiescingHelper(group: group)
        let server = try await ServerBootstrap(group: group)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handler = quiescing.makeServerChannelHandler(channel: channel)
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
            }
            .bind(socket, serverBackPressureStrategy: .init(lowWatermark: 1, highWatermark: 2)) { channel in
                child.setup(channel: channel, logger: logger)
            }
        await withGracefulShutdownHandler {
            await onServerRunning(server.channel)
            await accept(server)
        } onGracefulShutdown: {
            Task {
                // Connections that were accepted may still send their first request. Later ones wait in the socket for the
                // next process.
                try? await server.channel.setOption(.autoRead, value: false).get()
                try? await Task.sleep(for: Self.rest)
                quiescing.initiateShutdown(promise: nil)
            }
        }
    }

    /// Returns when the socket is closed and all requests are answered.
    private func accept(_ server: NIOAsyncChannel<Child.Value, Never>) async {
        let places = AsyncSemaphore(connections)
        await withDiscardingTaskGroup { tasks in
            do {
                try await server.executeThenClose { inbound in
                    for try await connection in inbound {
                        // Without a place the task is cancelled, and the connection is only closed.
                        let hasPlace = (try? await places.acquire()) != nil
                        tasks.addTask {
                            await child.handle(value: connection, logger: logger)
                            if hasPlace { places.release() }
                        }
                    }
                }
            } catch {
                logger.error("no more connections are accepted", metadata: ["type": "\(type(of: error))"])
            }
        }
    }
}
