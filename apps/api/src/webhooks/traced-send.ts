import type { Send } from '@sluice/core/worker'
import type { Tracing } from '@sluice/runtime'

/**
 * Sending with a span for each request. Of the receiver's URL it tells the host alone: the rest often holds a secret. The
 * receiver is somebody else's, so it is sent no `traceparent`.
 */
export function traceSend(send: Send, tracing: Tracing): Send {
  return (request) => {
    const { hostname, port, protocol } = new URL(request.url)
    const attributes = {
      'http.request.method': 'POST',
      'server.address': hostname,
      'server.port': port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    }
    return tracing.call({ name: 'POST', attributes }, () => send(request))
  }
}
