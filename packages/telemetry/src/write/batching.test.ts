import { Problem } from '@sluice/runtime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { outOfPatience, slowStore, turn } from '../testing/slow-store.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

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

  it('acknowledges no write before its insert has ended', async () => {
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

  // In both no time goes by, so an insert that comes has not waited.
  it('does not wait for writes that would not fit', async () => {
    const store = slowStore({ groupBytes: 10 })
    await groupOf(store, [1, 2, 3])
    const large = store.batching.add(10)
    const insert = await store.nextInsert()
    expect(insert.writes).toEqual([10])
    insert.end()
    await expect(large).resolves.toBeUndefined()
  })

  it('stops waiting when it closes', async () => {
    const store = slowStore()
    await groupOf(store, [1, 2])
    const last = store.batching.add(3)
    await turn()
    expect(store.inserts).toEqual([])
    const closing = store.batching.close()
    const insert = await store.nextInsert()
    expect(insert.writes).toEqual([3])
    insert.end()
    await expect(Promise.all([last, closing])).resolves.toHaveLength(2)
    expect(vi.getTimerCount()).toBe(0)
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
    const insert = await nextInsert()
    expect(insert.writes).toEqual([500])
    insert.end()
    await expect(write).resolves.toBeUndefined()
  })

  it('frees its room after a failure', async () => {
    const { batching, nextInsert } = slowStore({ queueBytes: 100 })
    const first = batching.add(100)
    const refused = expect(first).rejects.toMatchObject({ code: 'unavailable' })
    ;(await nextInsert()).end(new Error('full disk'))
    await refused
    const second = batching.add(100)
    const insert = await nextInsert()
    expect(insert.writes).toEqual([100])
    insert.end()
    await expect(second).resolves.toBeUndefined()
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
    expect(closed).toBe(true)
  })
})
