import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'

/** A request to a ClickHouse server, as it came or changed. */
export interface Call {
  readonly method: string | undefined
  /** Path and parameters. */
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Sends it to another server; resolves once that begins to answer. Rejects where it cannot be reached. */
export async function forward(
  { method, url, headers, body }: Call,
  to: URL,
): Promise<IncomingMessage> {
  const { 'content-length': _, 'transfer-encoding': __, ...others } = headers
  const sent = request({
    ...{ host: to.hostname, port: to.port, path: url.pathname + url.search },
    ...{ method, headers: others },
  })
  // Whoever waits for the answer is told; later there is nobody to tell.
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
