import type { Erasure } from './eraser.ts'

type Bounded = Erasure & { readonly below: bigint }

/**
 * Runs equal erasures one after the other, for callers that give up and ask again: all that come while one runs share
 * the next run, which erases what each of them was to. Otherwise abandoned ones would keep a table busy.
 */
export function joinErasures(
  erase: (erasure: Bounded) => Promise<void>,
): (erasure: Bounded) => Promise<void> {
  const running = new Map<string, Promise<void>>()
  const waiting = new Map<string, { below: bigint; readonly done: Promise<void> }>()

  function start(key: string, erasure: Bounded): Promise<void> {
    const done = erase(erasure).finally(() => {
      if (running.get(key) === done) running.delete(key)
    })
    running.set(key, done)
    return done
  }

  return (erasure) => {
    const key = keyOf(erasure)
    const before = running.get(key)
    if (!before) return start(key, erasure)
    const { below } = erasure
    const next = waiting.get(key)
    if (next) {
      if (below > next.below) next.below = below
      return next.done
    }
    async function follow(): Promise<void> {
      await before?.catch(() => {})
      waiting.delete(key)
      await start(key, { ...erasure, below: own.below })
    }
    const own = { below, done: follow() }
    waiting.set(key, own)
    return own.done
  }
}

function keyOf({ organization, thing, from, to, metrics }: Bounded): string {
  return [organization, thing, from, to, metrics?.toSorted((a, b) => a - b)].join('/')
}
