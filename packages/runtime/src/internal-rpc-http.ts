import { type InternalRpc, type InternalTopic, NobodyThere } from './internal-rpc.ts'

/** Milliseconds that a question waits for its answer, unless it says otherwise. */
const PATIENCE = 2_000

/** The path on which a process answers a topic. */
export function internalPath(topic: InternalTopic): string {
  return `/internal/${topic}`
}

/** {@link InternalRpc} over HTTP on this machine. `secret` is the machine's own. */
export function internalRpcOverHttp(url: string, secret: string): InternalRpc {
  return {
    async ask(topic, question, patience = PATIENCE) {
      const answer = await fetch(new URL(internalPath(topic), url), {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(question),
        signal: AbortSignal.timeout(patience),
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
