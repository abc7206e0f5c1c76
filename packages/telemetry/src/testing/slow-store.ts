import { batchWrites } from '../write/batching.ts'

/** For tests of batching: a store whose inserts end when the test says so. A write is its own size. */
export function slowStore(limits: { groupBytes?: number; queueBytes?: number } = {}) {
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
    ...{ groupBytes: 1000, queueBytes: 10_000, ...limits },
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
