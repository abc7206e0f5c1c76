import type { Send } from '@sluice/core/worker'
import type { Tracing } from '@sluice/runtime'

/**
 * Wraps sending with a span for each request. The span has only the host of the receiver's URL, whose rest often
 * contains a secret. The receiver belongs to somebody else, so it gets no `traceparent`.
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
