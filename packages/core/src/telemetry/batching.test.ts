import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Problem } from '../problem.ts'
import { batchWrites } from './batching.ts'

const patience = { usual: 50, lull: 5, longest: 80 }

/** A store whose inserts end when the test says so. A write is its own size. */
function slowStore(limits: { groupBytes?: number; queueBytes?: number; sinkTime?: number } = {}) {
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

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

/** Whatever is due without time going by has happened. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

async function outOfPatience(): Promise<void> {
  await turn()
  vi.advanceTimersByTime(50)
}

describe('grouping', () => {
  it('sends at once what arrives together, and what arrives meanwhile together', async () => {
    const { batching, nextInsert } = slowStore()
    const first = [batching.add(1), batching.add(2)]
    const insert = await nextInsert()
    expect(insert.writes).toEqual([1, 2])
    const second = [3, 4, 5].map((write) => batching.add(write))
    insert.end()
    await Promise.all(first)
    await outOfPatience()
    const next = await nextInsert()
    expect(next.writes).toEqual([3, 4, 5])
    next.end()
    await Promise.all(second)
  })

  it('closes a group at its size, in order', async () => {
    const { batching, nextInsert } = slowStore({ groupBytes: 100 })
    const writes = [60, 50, 200, 10].map((write) => batching.add(write))
    const groups: (readonly number[])[] = []
    for (let i = 0; i < 3; i++) {
      const insert = await nextInsert()
      groups.push(insert.writes)
      insert.end()
    }
    await Promise.all(writes)
    expect(groups).toEqual([[60, 50], [200], [10]])
  })

  it('acknowledges nothing before its insert has ended', async () => {
    const { batching, nextInsert } = slowStore()
    let acknowledged = false
    const write = batching.add(1).then(() => {
      acknowledged = true
    })
    const insert = await nextInsert()
    expect(acknowledged).toBe(false)
    insert.end()
    await write
    expect(acknowledged).toBe(true)
  })
})

describe('after a group of several', () => {
  async function groupOf(store: ReturnType<typeof slowStore>, sizes: readonly number[]) {
    const writes = sizes.map((write) => store.batching.add(write))
    const insert = await store.nextInsert()
    insert.end()
    await Promise.all(writes)
  }

  it('waits for them to come again', async () => {
    const store = slowStore()
    await groupOf(store, [1, 2, 3])
    const writes = [4, 5].map((write) => store.batching.add(write))
    await turn()
    expect(store.inserts).toEqual([])
    writes.push(store.batching.add(6))
    const insert = await store.nextInsert()
    expect(insert.writes).toEqual([4, 5, 6])
    insert.end()
    await Promise.all(writes)
  })

  it('waits for those who came meanwhile and those who were answered together', async () => {
    const store = slowStore()
    const first = [1, 2, 3].map((write) => store.batching.add(write))
    const insert = await store.nextInsert()
    const second = [4, 5].map((write) => store.batching.add(write))
    insert.end()
    await Promise.all(first)
    const again = [1, 2].map((write) => store.batching.add(write))
    await turn()
    expect(store.inserts).toEqual([])
    again.push(store.batching.add(3))
    const all = await store.nextInsert()
    expect(all.writes).toEqual([4, 5, 1, 2, 3])
    all.end()
    await Promise.all([...second, ...again])
  })

  it('waits on while they still come, up to its longest', async () => {
    const store = slowStore()
    await groupOf(store, new Array(50).fill(1))
    const writes: Promise<void>[] = []
    await turn()
    for (let waited = 0; waited < 80; waited += 4) {
      expect(store.inserts).toEqual([])
      writes.push(store.batching.add(1))
      vi.advanceTimersByTime(4)
      await turn()
    }
    const insert = await store.nextInsert()
    expect(insert.writes).toHaveLength(writes.length)
    insert.end()
    await Promise.all(writes)
  })

  it('waits no longer than it has patience', async () => {
    const store = slowStore()
    await groupOf(store, [1, 2, 3])
    const write = store.batching.add(4)
    await turn()
    vi.advanceTimersByTime(49)
    await turn()
    expect(store.inserts).toEqual([])
    vi.advanceTimersByTime(1)
    const insert = await store.nextInsert()
    insert.end()
    await write
  })

  it('waits not for what would not fit, nor when it closes', async () => {
    const store = slowStore({ groupBytes: 10 })
    await groupOf(store, [1, 2, 3])
    const large = store.batching.add(10)
    ;(await store.nextInsert()).end()
    await large
    await groupOf(store, [1, 2])
    const last = store.batching.add(3)
    const closing = store.batching.close()
    ;(await store.nextInsert()).end()
    await Promise.all([last, closing])
  })
})

describe('failure', () => {
  it('fails exactly the writes of the insert', async () => {
    const { batching, nextInsert } = slowStore()
    const lost = [batching.add(1), batching.add(2)].map((write) => write.catch((error) => error))
    const insert = await nextInsert()
    const kept = batching.add(3)
    const cause = new Error('connection reset')
    insert.end(cause)
    for (const error of await Promise.all(lost)) {
      expect(error).toBeInstanceOf(Problem)
      expect(error).toMatchObject({ code: 'unavailable', retryAfter: 1, cause })
      expect(error.message).not.toContain('connection reset')
    }
    await outOfPatience()
    ;(await nextInsert()).end()
    await kept
  })
})

describe('the bound', () => {
  it('refuses what would not fit, and takes again once there is room', async () => {
    const { batching, nextInsert } = slowStore({ queueBytes: 100 })
    const first = batching.add(70)
    await expect(batching.add(40)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 })
    const second = batching.add(30)
    ;(await nextInsert()).end()
    await Promise.all([first, second])
    const third = batching.add(100)
    await outOfPatience()
    ;(await nextInsert()).end()
    await third
  })

  it('takes one write of any size when nothing waits', async () => {
    const { batching, nextInsert } = slowStore({ queueBytes: 100 })
    const write = batching.add(500)
    ;(await nextInsert()).end()
    await write
  })

  it('gives room back after a failure', async () => {
    const { batching, nextInsert } = slowStore({ queueBytes: 100 })
    const first = batching.add(100).catch(() => {})
    ;(await nextInsert()).end(new Error('full disk'))
    await first
    const second = batching.add(100)
    ;(await nextInsert()).end()
    await second
  })
})

describe('a sink that takes too long', () => {
  const refused = (detail: string) => ({ code: 'unavailable', retryAfter: 1, message: detail })
  const known = refused(expect.stringContaining('Nothing of this call was stored'))
  const unknown = refused(expect.stringContaining('Send it again'))

  /** A store that has had two writes for its time, and whether all who waited were refused. */
  async function hanging(queueBytes = 100) {
    const store = slowStore({ sinkTime: 10_000, queueBytes })
    const underWay = [20, 10].map((write) => store.batching.add(write))
    const insert = await store.nextInsert()
    const waiting = store.batching.add(70)
    const settled = store.batching.settled()
    const ends = Promise.all([
      ...underWay.map((write) => expect(write).rejects.toMatchObject(unknown)),
      expect(waiting).rejects.toMatchObject(known),
      expect(settled).rejects.toMatchObject({ code: 'unavailable' }),
    ])
    vi.advanceTimersByTime(9_999)
    await turn()
    return { ...store, insert, ends }
  }

  it('has whoever waits refused, and at once whoever comes until it has ended', async () => {
    const { batching, nextInsert, inserts, insert, ends } = await hanging()
    vi.advanceTimersByTime(1)
    await ends
    await expect(batching.add(1)).rejects.toMatchObject(known)
    await expect(batching.settled()).rejects.toMatchObject({ code: 'unavailable' })
    expect(inserts).toEqual([])
    insert.end(new Error('timeout'))
    await turn()
    await batching.settled()
    const write = batching.add(100)
    await outOfPatience()
    ;(await nextInsert()).end()
    await write
  })

  it('is taken for away no longer than it hangs, whether it stores the group in the end or not', async () => {
    const { batching, nextInsert, insert, ends } = await hanging()
    vi.advanceTimersByTime(1)
    await ends
    insert.end()
    await turn()
    const again = batching.add(100)
    await outOfPatience()
    const next = await nextInsert()
    expect(next.writes).toEqual([100])
    next.end()
    await again
  })

  it('keeps the memory of what it still has, and gives back that of all else', async () => {
    const { batching, nextInsert, insert, ends } = await hanging()
    vi.advanceTimersByTime(1)
    await ends
    insert.end()
    await turn()
    const fits = batching.add(100)
    await expect(batching.add(1)).rejects.toMatchObject({ code: 'unavailable' })
    await outOfPatience()
    ;(await nextInsert()).end()
    await fits
  })

  it('is no matter where it ends in time', async () => {
    const store = slowStore({ sinkTime: 10_000 })
    for (let i = 0; i < 3; i += 1) {
      const write = store.batching.add(1)
      const insert = await store.nextInsert()
      vi.advanceTimersByTime(9_000)
      insert.end()
      await write
    }
  })
})

describe('close', () => {
  it('waits for what is under way and refuses what comes after', async () => {
    const { batching, nextInsert } = slowStore()
    const write = batching.add(1)
    let closed = false
    const closing = batching.close().then(() => {
      closed = true
    })
    await expect(batching.add(2)).rejects.toMatchObject({ code: 'unavailable' })
    const insert = await nextInsert()
    expect(closed).toBe(false)
    insert.end()
    await Promise.all([write, closing])
  })
})
