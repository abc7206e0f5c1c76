import { setTimeout as pause } from 'node:timers/promises'

/** A caller of the API that outlives its crashes. */
export interface Client {
  /** True when acknowledged, false when it is not known to be stored. Throws for a refusal. */
  send(thingId: string, columns: object): Promise<boolean>
  read(path: string): Promise<unknown>
}

const PATIENCE_MS = 20_000

/** A call that gets no answer and one that is answered 503 with `Retry-After` are alike: whoever sends goes on. */
export function openClient(url: string, key: string): Client {
  const headers = { 'X-Api-Key': key, 'Content-Type': 'application/json' }

  async function call(path: string, init: RequestInit): Promise<Response | undefined> {
    try {
      return await fetch(url + path, { ...init, headers, signal: AbortSignal.timeout(PATIENCE_MS) })
    } catch {
      return undefined
    }
  }

  return {
    async send(thingId, columns) {
      const init = { method: 'POST', body: JSON.stringify(columns) }
      const answer = await call(`/v2/thing/${thingId}/data/columnar`, init)
      const text = await answer?.text().catch(() => undefined)
      if (answer?.status === 200 && text !== undefined) return true
      const isLater = answer?.status === 503 && answer.headers.has('retry-after')
      // An answer that was cut off may be one of success.
      if (answer !== undefined && !isLater && answer.status !== 200) {
        throw new Error(`The API refused what it should take: ${answer.status} ${text}`)
      }
      await pause(20)
      return false
    },
    async read(path) {
      const answer = await call(path, {})
      if (answer?.ok) return answer.json()
      throw new Error(`${path} was answered ${answer?.status}: ${await answer?.text()}`)
    },
  }
}
