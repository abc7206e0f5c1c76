import { Agent, request } from 'node:http'

/** A request to a contestant: a query, or a write if it has a body. */
export interface Sent {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/**
 * Of Node's own: `fetch` takes more time than most of the answers. Idle connections are closed before a server closes them,
 * which might be while a request is sent.
 */
const agent = new Agent({ keepAlive: true, timeout: 20_000 })

/** The text of an answer. Rejects where it is none of success. */
export function send({ url, headers = {}, body }: Sent): Promise<string> {
  const method = body === undefined ? 'GET' : 'POST'
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers, method }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString()
        const { statusCode = 0 } = answer
        if (statusCode >= 200 && statusCode < 300) resolve(text)
        else reject(new Error(`${url}: ${statusCode} ${text}`))
      })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}
