import { Problem } from '@sluice/runtime'
import { describe, expect, it } from 'vitest'
import { slowStore } from '../testing/slow-store.ts'

describe('the grouping of writes', () => {
  it('inserts concurrent writes together, and those that arrive meanwhile together', async () => {
    const { batching, nextInsert } = slowStore()
    const first = [batching.add(1), batching.add(2)]
    const insert = await nextInsert()
    expect(insert.writes).toEqual([1, 2])
    const second = [3, 4, 5].map((write) => batching.add(write))
    insert.end()
    await Promise.all(first)
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

  it('stores the pieces of a call in several groups, and answers it once', async () => {
    const { batching, nextInsert } = slowStore({ groupBytes: 100 })
    let acknowledged = false
    const call = batching.add(60, 50, 40).then(() => {
      acknowledged = true
    })
    const [first, second] = [await nextInsert(), nextInsert()]
    expect(first.writes).toEqual([60, 50])
    first.end()
    const last = await second
    expect(last.writes).toEqual([40])
    expect(acknowledged).toBe(false)
    last.end()
    await call
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
    ;(await nextInsert()).end()
    await kept
  })
})

describe('a call in pieces', () => {
  it('fails if one of them fails, once all have ended', async () => {
    const { batching, nextInsert } = slowStore({ groupBytes: 100 })
    let failed = false
    const call = batching.add(100, 100).catch((error) => {
      failed = true
      return error
    })
    const [first, second] = [await nextInsert(), nextInsert()]
    first.end(new Error('connection reset'))
    const last = await second
    expect(failed).toBe(false)
    last.end()
    expect(await call).toMatchObject({ code: 'unavailable', retryAfter: 1 })
  })
})

describe('the queue limit', () => {
  it('takes all pieces of a call or none', async () => {
    const { batching, nextInsert, inserts } = slowStore({ queueBytes: 100 })
    const first = batching.add(100)
    await expect(batching.add(20, 20)).rejects.toMatchObject({ code: 'unavailable' })
    ;(await nextInsert()).end()
    await first
    expect(inserts).toEqual([])
    const whole = batching.add(70, 70)
    ;(await nextInsert()).end()
    await whole
  })

  it('accepts a write of any size while there is room, and rejects further ones until there is again', async () => {
    const { batching, nextInsert } = slowStore({ queueBytes: 100, groupBytes: 50 })
    const writes = [batching.add(10)]
    const insert = await nextInsert()
    writes.push(batching.add(95))
    await expect(batching.add(1)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 })
    insert.end()
    await writes[0]
    writes.push(batching.add(40))
    for (let i = 0; i < 2; i += 1) (await nextInsert()).end()
    await Promise.all(writes)
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
