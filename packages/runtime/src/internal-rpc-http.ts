import { type InternalRpc, type InternalTopic, NobodyThere } from './internal-rpc.ts'

/** The default timeout of a question in milliseconds. */
const TIMEOUT_MS = 2_000

/** The path on which a process serves a topic. */
export function internalPath(topic: InternalTopic): string {
  return `/internal/${topic}`
}

/** {@link InternalRpc} over HTTP on this machine. `secret` is shared by its processes. */
export function internalRpcOverHttp(url: string, secret: string): InternalRpc {
  return {
    async ask(topic, question, timeoutMs = TIMEOUT_MS) {
      const answer = await fetch(new URL(internalPath(topic), url), {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(question),
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error) => {
        throw isRefused(error) ? new NobodyThere('Nothing listens there.', { cause: error }) : error
      })
      if (!answer.ok) throw new Error(`The API answered ${answer.status}.`)
      return answer.json()
    },
  }
}

function isRefused(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } }
  return cause?.code === 'ECONNREFUSED'
}
