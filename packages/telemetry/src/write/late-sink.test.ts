import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { outOfPatience, slowStore, turn } from '../testing/slow-store.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

describe('a sink that takes too long', () => {
  const refused = (detail: string) => ({ code: 'unavailable', retryAfter: 1, message: detail })
  const known = refused(expect.stringContaining('Nothing of this call was stored'))
  const unknown = refused(expect.stringContaining('Send it again'))

  /** A store that is about to time out on two writes, and the expected rejections. */
  async function hanging(queueBytes = 100) {
    const store = slowStore({ sinkTime: 10_000, queueBytes })
    const underWay = [20, 10].map((write) => store.batching.add(write))
    const insert = await store.nextInsert()
    const waiting = store.batching.add(70)
    const drained = store.batching.drained()
    const ends = Promise.all([
      ...underWay.map((write) => expect(write).rejects.toMatchObject(unknown)),
      expect(waiting).rejects.toMatchObject(known),
      expect(drained).rejects.toMatchObject({ code: 'unavailable' }),
    ])
    vi.advanceTimersByTime(9_999)
    await turn()
    return { ...store, insert, ends }
  }

  it('rejects pending writes, and new ones until its insert ends', async () => {
    const { batching, nextInsert, inserts, insert, ends } = await hanging()
    vi.advanceTimersByTime(1)
    await ends
    await expect(batching.add(1)).rejects.toMatchObject(known)
    await expect(batching.drained()).rejects.toMatchObject({ code: 'unavailable' })
    expect(inserts).toEqual([])
    insert.end(new Error('timeout'))
    await turn()
    await batching.drained()
    const write = batching.add(100)
    await outOfPatience()
    ;(await nextInsert()).end()
    await write
  })

  it('accepts writes again once its insert ends successfully', async () => {
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

  it('frees all queue room once its insert ends', async () => {
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

  it('does not affect inserts that end within the timeout', async () => {
    const store = slowStore({ sinkTime: 10_000 })
    for (let i = 0; i < 3; i += 1) {
      const write = store.batching.add(1)
      const insert = await store.nextInsert()
      vi.advanceTimersByTime(9_000)
      insert.end()
      await expect(write).resolves.toBeUndefined()
    }
    vi.advanceTimersByTime(10_000)
    await expect(store.batching.drained()).resolves.toBeUndefined()
    expect(vi.getTimerCount()).toBe(0)
  })
})
