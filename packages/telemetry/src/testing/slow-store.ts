import { vi } from 'vitest'
import { batchWrites } from '../write/batching.ts'

const patience = { usual: 50, lull: 5, longest: 80 }

/** For the tests of batching: a store whose inserts end when the test says so. A write is its own size. */
export function slowStore(
  limits: { groupBytes?: number; queueBytes?: number; sinkTime?: number } = {},
) {
  const inserts: { writes: readonly number[]; end: (error?: Error) => void }[] = []
  let arrived = Promise.withResolvers<void>()
  const batching = batchWrites<number>({
    sink(writes) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      inserts.push({ writes, end: (error) => (error ? reject(error) : resolve()) })
      arrived.resolve()
      return promise
    },
    bytesOf: (write) => write,
    ...{ groupBytes: 1000, queueBytes: 10_000, patience, ...limits },
  })
  async function nextInsert() {
    while (inserts.length === 0) await arrived.promise
    arrived = Promise.withResolvers()
    const [insert] = inserts.splice(0, 1)
    if (insert === undefined) throw new Error('unreachable')
    return insert
  }
  return { batching, nextInsert, inserts }
}

/** Whatever is due without time going by has happened. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

export async function outOfPatience(): Promise<void> {
  await turn()
  vi.advanceTimersByTime(50)
}
