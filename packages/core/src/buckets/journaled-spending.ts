import type { Limit } from '@sluice/contract'
import { advance, type Held } from './held.ts'
import type { Entry, Journal } from './journal.ts'
import type { OnFault } from './store.ts'

interface Options {
  readonly journal: Journal | undefined
  readonly onFault: OnFault | undefined
  /** All buckets that have to be kept, including the one in use. */
  readonly all: (inUse?: Held) => Iterable<Held>
}

/**
 * Changes buckets so that a restart never finds one fuller than it should be. Before a bucket falls below its level in
 * the journal, a floor somewhat lower is written. So a crash costs at most that difference, which errs on the strict
 * side, and a busy bucket writes only once in many requests.
 */
export function journaledSpending({ journal, onFault, all }: Options) {
  let fault: unknown
  /** Whether the journal lacks a floor, so that a restart could find that bucket too full. */
  let isLacking = false

  function note(held: Held, floor: number): void {
    if (!journal) return
    held.floor = floor
    try {
      append(journal, entryOf(held, floor))
      if (isLacking || journal.isLong()) {
        journal.replace(entries(({ floor }) => floor, held))
        isLacking = false
      }
      if (fault !== undefined) onFault?.(undefined)
      fault = undefined
    } catch (cause) {
      if (fault === undefined) onFault?.(cause)
      fault = cause
    }
  }

  function append(journal: Journal, entry: Entry): void {
    const wasLacking = isLacking
    isLacking = true
    journal.append(entry)
    isLacking = wasLacking
  }

  function* entries(tokensOf: (held: Held) => number, inUse?: Held): Generator<Entry> {
    for (const held of all(inUse)) yield entryOf(held, tokensOf(held))
  }

  return {
    /** Refills a bucket up to `now` and applies a limit. */
    current(held: Held, limit: Limit, now: number): Held {
      if (advance(held, limit, now)) note(held, held.tokens)
      return held
    },
    spend(held: Held): void {
      held.tokens -= 1
      if (held.tokens < held.floor) note(held, held.tokens - Math.ceil(held.limit.burst / 20))
    },
    /** Why the journal cannot be written; undefined if it can. */
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
