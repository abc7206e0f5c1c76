import { Problem } from '@sluice/runtime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { outOfPatience, slowStore, turn } from '../testing/slow-store.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

describe('the grouping of writes', () => {
  it('inserts concurrent writes together, and those that arrive meanwhile together', async () => {
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

  it('closes a group at its size limit and keeps the order', async () => {
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

describe('batching after a group of several writes', () => {
  async function groupOf(store: ReturnType<typeof slowStore>, sizes: readonly number[]) {
    const writes = sizes.map((write) => store.batching.add(write))
    const insert = await store.nextInsert()
    insert.end()
    await Promise.all(writes)
  }

  it('waits until as many writes arrive again', async () => {
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

  it('waits for as many writes as were inserted and arrived meanwhile', async () => {
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

  it('keeps waiting while writes arrive, up to the maximum', async () => {
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

  it('waits no longer than 50 ms for the next write', async () => {
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

  // No time passes in these two, so an insert that is made has not waited.
  it('does not wait for writes that would not fit', async () => {
    const store = slowStore({ groupBytes: 10 })
    await groupOf(store, [1, 2, 3])
    const large = store.batching.add(10)
    const insert = await store.nextInsert()
    expect(insert.writes).toEqual([10])
    insert.end()
    await expect(large).resolves.toBeUndefined()
  })

  it('stops waiting when it is closed', async () => {
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

describe('a failed insert', () => {
  it('rejects exactly its own writes', async () => {
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

describe('the queue limit', () => {
  it('rejects a write that does not fit, and accepts it once there is room', async () => {
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

  it('accepts one write of any size when the queue is empty', async () => {
    const { batching, nextInsert } = slowStore({ queueBytes: 100 })
    const write = batching.add(500)
    const insert = await nextInsert()
    expect(insert.writes).toEqual([500])
    insert.end()
    await expect(write).resolves.toBeUndefined()
  })

  it('is freed after a failed insert', async () => {
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

describe('closing the batching', () => {
  it('waits for pending writes and rejects later ones', async () => {
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
