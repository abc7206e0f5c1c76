import { setImmediate } from 'node:timers/promises'
import { ClickHouseError } from '@clickhouse/client'
import { expect, it, vi } from 'vitest'
import { watchStoreReach } from './store-reach.ts'

/** A store whose inserts and pings end on demand. */
function store() {
  const state = { now: 0, answersPing: false }
  const ping = vi.fn(async () => state.answersPing)
  const reach = watchStoreReach(ping, () => state.now)
  return {
    ...{ state, ping, reach },
    insert: (work: () => Promise<unknown>) => reach.noting(work).catch(() => {}),
    /** The result after a ping that this may cause has ended. */
    async isThere() {
      reach.isThere()
      await setImmediate()
      const isThere = reach.isThere()
      await setImmediate()
      return isThere
    },
  }
}

const cut = () => Promise.reject(new Error('connect ECONNREFUSED'))

it('a store is unreachable once inserts fail to connect for seconds and a ping fails, until one succeeds', async () => {
  const { state, insert, isThere, ping } = store()
  expect(await isThere()).toBe(true)
  await insert(cut)
  state.now = 4000
  await insert(cut)
  expect(await isThere()).toBe(true)
  expect(ping).not.toHaveBeenCalled()
  state.now = 6000
  expect(await isThere()).toBe(false)
  state.answersPing = true
  expect(await isThere()).toBe(true)
  state.answersPing = false
  expect(await isThere()).toBe(true)
})

it('an insert that succeeds or is rejected shows that the store is reachable', async () => {
  const { state, insert, isThere } = store()
  const refused = new ClickHouseError({ message: 'too many parts', code: '252' })
  for (const answer of [async () => {}, () => Promise.reject(refused)]) {
    await insert(cut)
    state.now += 6000
    expect(await isThere()).toBe(false)
    await insert(answer)
    expect(await isThere()).toBe(true)
  }
})

it('a store is also unreachable while inserts hang and pings fail', async () => {
  const { state, insert, isThere } = store()
  const { promise, resolve } = Promise.withResolvers<void>()
  const waiting = insert(() => promise)
  state.now = 6000
  state.answersPing = true
  expect(await isThere()).toBe(true)
  state.answersPing = false
  state.now = 12_000
  expect(await isThere()).toBe(false)
  resolve()
  await waiting
  expect(await isThere()).toBe(true)
})
