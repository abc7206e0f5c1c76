import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { notified } from '../changes/testing/notified.ts'
import { setQuota } from '../limits/index.ts'
import { atCommandLine } from '../operator.ts'
import { run } from '../pipeline/run.ts'
import { listenTo } from '../signals/testing/listen-to.ts'
import { newOrganization } from '../testing/core.ts'
import { withMeanwhile } from '../testing/meanwhile.ts'
import { measureSamples } from './measure-samples.ts'
import { openMeasuring } from './testing/measuring.ts'

const { core, store, measuring, ...bench } = await openMeasuring()
afterAll(() => core.close())

let organization: Awaited<ReturnType<typeof bench.begin>>
let number: number
beforeEach(async () => {
  organization = await bench.begin()
  number = organization.system.organization.number
})

const round = (seconds: number) => bench.round(number, seconds)
const samples = () => bench.samplesOf(organization.id)

const quota = (bytes: number) =>
  setQuota(atCommandLine(core), organization.id, { kind: 'samples', bytes, reason: 'test' })

/** Locks of a type that are waited for. */
async function waits(type: 'advisory' | 'transactionid'): Promise<number> {
  const locks = await core.db.$queryRaw<object[]>`
    SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = ${type} AND pid IN (
      SELECT pid FROM pg_stat_activity WHERE datname = current_database())`
  return locks.length
}

test('an organization is told when its samples have nearly filled their quota, and when they have', async () => {
  organization = await listenTo(core, ['quota.reached'])
  number = organization.system.organization.number
  const { delivered } = organization as Awaited<ReturnType<typeof listenTo>>
  await quota(1000)
  store.active.add(number)
  const told = async (...bytes: number[]) => {
    const before = (await delivered()).length
    for (const one of bytes) {
      store.bytes.set(number, one)
      await round(600)
    }
    return (await delivered()).slice(before).map(({ data }) => {
      const { percent, usedBytes, kind, mostBytes } = data as Record<string, unknown>
      expect({ kind, mostBytes }).toEqual({ kind: 'samples', mostBytes: 1000 })
      return [percent, usedBytes]
    })
  }
  expect(await told(799)).toEqual([])
  expect(await told(800, 810, 799, 800)).toEqual([[80, 800]])
  expect(await told(1000, 1001, 940)).toEqual([[100, 1000]])
  expect(await told(1000)).toEqual([[100, 1000]])
  expect(await told(749, 999)).toEqual([[80, 999]])
  expect(await told(749, 2000)).toEqual([[100, 2000]])
  expect(await told(800)).toEqual([])
})

describe('an organization that stores all the samples that it may', () => {
  const ingest = (keyString: string, readBody: () => Promise<unknown>) =>
    run(core, {
      ...{ name: 'telemetry.ingest', keyString, address: '192.0.2.1', requestId: 'test' },
      ...{ ifMatch: undefined, params: { thingId: 'p' }, query: {}, readBody },
    })

  test('has more refused before their bodies are read, and taken again once there is room', async () => {
    const { key } = await organization.mint()
    const stranger = await newOrganization(core)
    const strangers = await stranger.mint()
    let read = 0
    const send = async (keyString: string) => {
      const answer = await ingest(keyString, async () => {
        read += 1
        return { timestamp: '2026-06-01T00:00:00Z', values: {} }
      })
      return 'problem' in answer ? [answer.problem.code, answer.problem.retryAfter] : ['done']
    }
    // There is no such thing: whoever has room is told that.
    const hasRoom = ['not-found', undefined]
    await quota(1000)
    store.active.add(number)
    store.bytes.set(number, 999)
    await round(60)
    expect(await send(key)).toEqual(hasRoom)
    store.bytes.set(number, 1000)
    await round(60)
    const fullSince = core.clock().toISOString()
    await notified(core.db, [core.changes])
    read = 0
    expect(await send(key)).toEqual(['quota-exceeded', 300])
    expect(read).toBe(0)
    expect(await send(strangers.key)).toEqual(hasRoom)
    expect(await samples()).toMatchObject({ usedBytes: 1000, fullSince })

    // Looked at again though none come; a little room would be used up at once.
    store.active.clear()
    store.bytes.set(number, 951)
    expect(await round(300)).toBe(true)
    await notified(core.db, [core.changes])
    expect(await send(key)).toEqual(['quota-exceeded', 300])
    store.bytes.set(number, 949)
    await round(300)
    await notified(core.db, [core.changes])
    expect(await send(key)).toEqual(hasRoom)
    const { items } = await organization.act('audit.list', { query: { limit: 2 } })
    expect(items).toMatchObject([
      { operation: 'storage.room', after: { kind: 'samples', usedBytes: 949, mostBytes: 1000 } },
      { operation: 'storage.full', after: { kind: 'samples', usedBytes: 1000, mostBytes: 1000 } },
    ])
  })

  test('is judged also where its rates are being changed just then', async () => {
    await quota(1000)
    store.active.add(number)
    store.bytes.set(number, 1000)
    const where = { id: organization.id }
    const { limits } = await core.db.organization.findUniqueOrThrow({ where })
    const rate = { tier: 'standard', limit: { perMinute: 7, burst: 9 }, reason: 'test' }
    let changed: Promise<unknown> = Promise.resolve()
    const racing = withMeanwhile(
      measuring,
      'findUnique',
      () =>
        new Promise<void>((held) => {
          changed = core.db.$transaction(async (db) => {
            await db.organization.update({
              where,
              data: { limits: { ...(limits as object), standing: [rate] } },
            })
            held()
            await expect.poll(() => waits('transactionid')).toBe(1)
          })
        }),
      'Organization',
    )
    core.advance(60)
    await measureSamples(racing)
    await changed
    expect(await samples()).toMatchObject({ fullSince: core.clock().toISOString() })
  })

  test('is judged by its quota as it is in the end where that is being changed just then', async () => {
    await quota(1000)
    store.active.add(number)
    store.bytes.set(number, 1000)
    let changed: Promise<unknown> = Promise.resolve()
    const meanwhile = async () => {
      let isOver = false
      changed = quota(10_000).finally(() => {
        isOver = true
      })
      while (!(isOver || (await waits('advisory')) > 0)) {}
    }
    core.advance(60)
    await measureSamples(withMeanwhile(measuring, 'findUnique', meanwhile, 'Organization'))
    await changed
    expect(await samples()).toMatchObject({ usedBytes: 1000, mostBytes: 10_000, fullSince: null })
  })

  test('is judged by a quota that was set while it was measured', async () => {
    store.active.add(number)
    store.bytes.set(number, 5000)
    const telemetry = {
      ...measuring.telemetry,
      async storedBytes(organizations: readonly number[]) {
        await quota(5000)
        return measuring.telemetry.storedBytes(organizations)
      },
    }
    await measureSamples({ ...measuring, telemetry })
    expect(await samples()).toMatchObject({ fullSince: core.clock().toISOString() })
  })

  test('is told apart at once when its quota is changed', async () => {
    store.active.add(number)
    store.bytes.set(number, 5000)
    await round(60)
    await quota(5000)
    expect(await samples()).toMatchObject({ fullSince: core.clock().toISOString() })
    await quota(10_000)
    expect(await samples()).toMatchObject({ fullSince: null, mostBytes: 10_000 })
  })
})
