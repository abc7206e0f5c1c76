import { coalesce, fairQueue } from '@sluice/runtime'
import type { BoundedFetch } from './bounded-fetch.ts'
import { ProviderBusy } from './provider-fault.ts'

type Sent = Parameters<BoundedFetch>[1]

interface Joined {
  readonly fetch: () => Promise<Response>
  callers: number
}

/** Shares a process's requests to providers fairly among organizations. */
export interface FetchTurns {
  /** Fetches in the turns of an owner. Rejects with {@link ProviderBusy} if the owner's queue is full. */
  of(owner: string, fetch: BoundedFetch): BoundedFetch
}

/** `perOwner` requests of an organization run at once; `longest` wait for a turn, for at most `patience` ms. */
const bounds = { slots: 64, perOwner: 8, longest: 64, patience: 5000 }

/**
 * Anybody may start sign-ins, and a slow provider takes its time for each. So an organization has few concurrent
 * requests, and equal ones without personal data (configuration, keys) are shared by all who wait for them.
 */
export function openFetchTurns(given: Partial<typeof bounds> = {}): FetchTurns {
  const turns = fairQueue({ ...bounds, ...given, refusal: () => new ProviderBusy() })
  const joined = new Map<string, Joined>()

  /** The answer to a request that started no earlier than the call. */
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
