package import HTTPTransport
import Synchronization

/// The original answers of services, for a person who wants to see them.
package enum OriginalAnswers {
    /// Where the answers to the requests of the current task are kept, without secrets. Nil: nowhere.
    @TaskLocal package static var recorder: Recorder?
}

extension HTTPTransport {
    /// This transport, with each answer kept in `OriginalAnswers.recorder`.
    var keepingAnswers: HTTPTransport {
        HTTPTransport { request in
            guard let recorder = OriginalAnswers.recorder else { return try await send(request) }
            return try await recording(into: recorder).send(request)
        }
    }
}

extension StreamingTransport {
    /// This transport, with each answer kept in `OriginalAnswers.recorder`, also one that breaks off.
    var keepingAnswers: StreamingTransport {
        StreamingTransport { request, receive in
            guard let recorder = OriginalAnswers.recorder else { return try await send(request, receive) }
            let response = Mutex<HTTPTransport.Response?>(nil)
            defer { if let whole = response.withLock({ $0 }) { recorder.append(request, whole) } }
            try await send(request) { part in
                response.withLock { response in
                    switch part {
                    case .head(let head): response = HTTPTransport.Response(head: head)
                    case .bytes(let bytes): response?.body += bytes
                    }
                }
                try await receive(part)
            }
        }
    }
}
