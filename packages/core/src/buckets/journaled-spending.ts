import type { Limit } from '@sluice/contract'
import { advance, type Held } from './held.ts'
import type { Entry, Journal } from './journal.ts'
import type { OnFault } from './store.ts'

interface Options {
  readonly journal: Journal | undefined
  readonly onFault: OnFault | undefined
  /** Every bucket that is remembered. */
  readonly all: () => Iterable<Held>
}

/**
 * Changes buckets so that a restart never finds one fuller than time has made it. Before a bucket falls below what the
 * journal says of it, a floor some way below is written: a crash costs that much, in the direction that admits
 * less, and a busy bucket writes once in so many requests.
 */
export function journaledSpending({ journal, onFault, all }: Options) {
  let fault: unknown

  function note(held: Held, floor: number): void {
    if (!journal) return
    held.floor = floor
    try {
      if (journal.isLong()) journal.replace(entries(({ floor }) => floor))
      else journal.append(entryOf(held, floor))
      if (fault !== undefined) onFault?.(undefined)
      fault = undefined
    } catch (cause) {
      if (fault === undefined) onFault?.(cause)
      fault = cause
    }
  }

  function* entries(tokensOf: (held: Held) => number): Generator<Entry> {
    for (const held of all()) yield entryOf(held, tokensOf(held))
  }

  return {
    /** Brings a bucket to `now` and to a limit. */
    current(held: Held, limit: Limit, now: number): Held {
      if (advance(held, limit, now)) note(held, held.tokens)
      return held
    },
    spend(held: Held): void {
      held.tokens -= 1
      if (held.tokens < held.floor) note(held, held.tokens - Math.ceil(held.limit.burst / 20))
    },
    /** Why the journal cannot be written; undefined while it can. */
    fault: () => fault,
    close(): void {
      journal?.replace(entries(({ tokens }) => tokens))
      journal?.close()
    },
  }
}

function entryOf({ organization, tier, bucket, at, limit }: Held, tokens: number): Entry {
  return { organization, tier, bucket, tokens, at, limit }
}
