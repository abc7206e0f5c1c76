import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/**
 * Routes requests with an Expect header (RFC 9110, 10.1.1) like all others. 100 Continue is sent once the body is read,
 * so a client that waits for it sends no body that its key, its bucket or the size rules out. Other expectations are
 * ignored. Node would ask for any body at once, and answer others without a problem.
 */
export function routeExpectations(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // Also the rest of the body of an answered request is read.
    const proceed = () => response.headersSent || response.writeContinue()
    request.once('resume', proceed)
    // A body that came along is never waited for. Without this, Node would close the connection after the answer.
    setImmediate(() => {
      if (request.complete && request.off('resume', proceed)) proceed()
    })
    server.emit('request', request, response)
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response)
  })
}
