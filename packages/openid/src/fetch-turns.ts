import { coalesce, fairQueue } from '@sluice/runtime'
import type { BoundedFetch } from './bounded-fetch.ts'
import { ProviderBusy } from './provider-fault.ts'

type Sent = Parameters<BoundedFetch>[1]

interface Joined {
  readonly fetch: () => Promise<Response>
  callers: number
}

/** Shares what a process has under way with providers among the organizations that have one. */
export interface FetchTurns {
  /** A fetch in the turns of an owner. Rejects with {@link ProviderBusy} where too much of the owner waits. */
  of(owner: string, fetch: BoundedFetch): BoundedFetch
}

/** `perOwner` of an organization's requests are under way at once; `longest` wait for a turn, for `patience` ms at most. */
const bounds = { slots: 64, perOwner: 8, longest: 64, patience: 5000 }

/**
 * Anybody may begin sign-ins, and a slow provider takes its time for each. So an organization has a few requests under
 * way, and equal ones that say nothing of a person (configuration, keys) are made once for all who wait for them.
 */
export function openFetchTurns(given: Partial<typeof bounds> = {}): FetchTurns {
  const turns = fairQueue({ ...bounds, ...given, refusal: () => new ProviderBusy() })
  const joined = new Map<string, Joined>()

  /** The answer to a request that began no earlier than the call. */
  async function join(key: string, fetch: () => Promise<Response>): Promise<Response> {
    const one = joined.get(key) ?? { fetch: coalesce(fetch), callers: 0 }
    joined.set(key, one)
    one.callers += 1
    try {
      return (await one.fetch()).clone()
    } finally {
      one.callers -= 1
      if (one.callers === 0) joined.delete(key)
    }
  }

  return {
    of: (owner, fetch) => (url, sent) => {
      const inTurn = () => turns.run(owner, () => fetch(url, sent))
      return isAlikeForAll(sent) ? join(`${owner} ${url}`, inTurn) : inTurn()
    },
  }
}

function isAlikeForAll({ method = 'GET', headers = {}, body }: Sent): boolean {
  const names = Object.keys(headers).map((name) => name.toLowerCase())
  return method === 'GET' && (body ?? null) === null && !names.includes('authorization')
}
