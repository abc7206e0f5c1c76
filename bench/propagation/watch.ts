import { setTimeout as pause } from 'node:timers/promises'

/** What became of one request; times in milliseconds of `performance.now()`. */
interface Asked {
  readonly sent: number
  readonly answered: number
  readonly status: number
}

/** What an answer says of a key: it counts, or no longer; anything else says nothing. */
type Verdict = 'let in' | 'refused' | 'unserved'

/** A node asked without end by a few callers, each with one request after the other. */
export interface Watch {
  /** Waits until a request is answered like this. Throws after ten seconds. */
  until(verdict: Verdict): Promise<void>
  /** Ends the callers, and answers all that they asked. */
  stop(): Promise<readonly Asked[]>
}

const CALLERS = 4
const PATIENCE_MS = 10_000

export function watch(url: string, key: string): Watch {
  const asked: Asked[] = []
  let stopping = false

  async function caller(): Promise<void> {
    while (!stopping) {
      const sent = performance.now()
      const answer = await fetch(url, { headers: { 'X-Api-Key': key } })
      await answer.arrayBuffer()
      asked.push({ sent, answered: performance.now(), status: answer.status })
    }
  }

  const callers = Promise.all(Array.from({ length: CALLERS }, caller))
  return {
    async until(verdict) {
      const began = performance.now()
      while (verdictOf(asked.at(-1)) !== verdict) {
        if (performance.now() - began > PATIENCE_MS) {
          throw new Error(`${url} still answers ${asked.at(-1)?.status} after ten seconds.`)
        }
        await pause(5)
      }
    },
    async stop() {
      stopping = true
      await callers
      return asked
    },
  }
}

function verdictOf(asked: Asked | undefined): Verdict {
  if (asked?.status === 200) return 'let in'
  return asked?.status === 401 || asked?.status === 403 ? 'refused' : 'unserved'
}

/** How one node took a change that was acknowledged at a time; milliseconds after that. */
export interface Effect {
  /** The first refusal came in; the request's own time is in it. */
  readonly firstRefused: number
  /** The last request that was let in was sent; 0 where none was sent after the change. */
  readonly lastLetIn: number
  /** Requests sent after the change, and let in. */
  readonly stale: number
  /** Of them, those sent when the lease was over as well. */
  readonly beyondLease: number
  /** Answers that neither let in nor refuse, as 503: a node that gives them shows nothing. */
  readonly unserved: number
}

export function effectOf(asked: readonly Asked[], acknowledged: number, leaseMs: number): Effect {
  const of = (verdict: Verdict) => asked.filter((request) => verdictOf(request) === verdict)
  const refused = of('refused')
  const stale = of('let in').filter(({ sent }) => sent > acknowledged)
  const first = Math.min(...refused.map(({ answered }) => answered))
  return {
    firstRefused: Math.max(0, first - acknowledged),
    lastLetIn: Math.max(0, ...stale.map(({ sent }) => sent - acknowledged)),
    stale: stale.length,
    beyondLease: stale.filter(({ sent }) => sent - acknowledged > leaseMs).length,
    unserved: of('unserved').length,
  }
}
