import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'

/** A request to a ClickHouse server, original or changed. */
export interface Call {
  readonly method: string | undefined
  /** Path and parameters. */
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Sends it to another server; resolves once that begins to answer. Rejects if it is unreachable. */
export async function forward(
  { method, url, headers, body }: Call,
  to: URL,
): Promise<IncomingMessage> {
  const { 'content-length': _, 'transfer-encoding': __, ...others } = headers
  const sent = request({
    ...{ host: to.hostname, port: to.port, path: url.pathname + url.search },
    ...{ method, headers: others },
  })
  // Before the answer the error has been reported; afterwards nobody needs it.
  sent.on('error', () => {})
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return answer
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}
