import { Agent, request } from 'node:http'
import { quantile } from '../quantile.ts'

export interface Latencies {
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

export type Ask = <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>

/**
 * Calls a server over one kept connection. Throws for anything but a success: a fast refusal is no fast
 * service.
 */
export function asker(url: string, headers: Readonly<Record<string, string>>): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const sent = body === undefined ? undefined : JSON.stringify(body)
      const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
      const outgoing = request(`${url}${path}`, {
        ...{ method, agent },
        headers: { ...headers, ...(sent !== undefined && { 'Content-Type': type }) },
      })
      outgoing.once('error', reject)
      outgoing.once('response', async (incoming) => {
        const chunks: Buffer[] = await incoming.toArray()
        const text = Buffer.concat(chunks).toString()
        const { statusCode = 0 } = incoming
        if (statusCode >= 300) reject(new Error(`${method} ${path}: ${statusCode} ${text}`))
        else resolve(text === '' ? undefined : JSON.parse(text))
      })
      outgoing.end(sent)
    })
}

/** How long each of so many acts takes, one after the other. */
export async function timed(
  times: number,
  act: (round: number) => Promise<unknown>,
): Promise<Latencies> {
  const taken: number[] = []
  for (let round = 0; round < times; round += 1) {
    const began = performance.now()
    await act(round)
    taken.push(performance.now() - began)
  }
  taken.sort((a, b) => a - b)
  return { p50: quantile(taken, 0.5), p99: quantile(taken, 0.99) }
}
