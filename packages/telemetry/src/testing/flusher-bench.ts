import { vi } from 'vitest'
import { openFlusher } from '../write/wal/flusher.ts'
import { writeOf } from './blocks.ts'

export const REST = 500
export const RETRY = 1000
export const PATIENCE = 10_000

/** A thing whose writes the store always rejects. */
export const POISON = 13

/** A flusher over a store whose batches the test completes. Each write has a thing of its own. */
export function slowStore() {
  const steps: string[] = []
  let failing: Error | undefined
  let ends: (() => void)[] = []
  let holding = false
  let completes: PromiseWithResolvers<void>[] | undefined
  const flusher = openFlusher({
    async store(writes) {
      const things = writes.map(({ thing }) => thing)
      steps.push(things.join(' '))
      if (things.includes(POISON)) throw new Error('This one is refused.')
      if (holding) await new Promise<void>((resolve) => ends.push(resolve))
      if (failing) throw failing
      return async () => {
        if (!completes) return
        completes.push(Promise.withResolvers())
        await completes.at(-1)?.promise
      }
    },
    rotate: () => void steps.push('turn'),
    onFault: (cause) => void steps.push(cause ? 'fault' : 'no fault'),
    ...{ rest: REST, retry: RETRY, patience: PATIENCE },
    ...{ batch: { bytes: 100, runs: 50 }, roomyBytes: 200 },
  })
  function addGroup(things: readonly number[], { bytes = 1, runs = 1 } = {}) {
    const writes = things.map((thing) => writeOf(thing, 1n, (samples) => samples.push(1, 0, 1)))
    const release = async () => void steps.push(`released ${things[0]}`)
    flusher.add({ writes, bytes, runs, release })
  }
  return {
    ...{ flusher, steps, addGroup },
    add: (thing: number, size?: { bytes?: number; runs?: number }) => addGroup([thing], size),
    fail(error: Error | undefined) {
      failing = error
    },
    hold() {
      holding = true
    },
    /** From now on, the test completes batches. */
    holdCompletions() {
      completes = []
      return completes
    },
    letGo() {
      holding = false
      for (const end of ends) end()
      ends = []
    },
    /** The steps since the last call. */
    taken: () => steps.splice(0),
  }
}

/** Advances the clock and runs due timers. */
export async function later(milliseconds = 0): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  vi.advanceTimersByTime(milliseconds)
  await new Promise((resolve) => setImmediate(resolve))
}
