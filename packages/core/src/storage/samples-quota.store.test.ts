import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { notified } from '../changes/testing/notified.ts'
import { setQuota } from '../limits/index.ts'
import { atCommandLine } from '../operator.ts'
import { run } from '../pipeline/run.ts'
import { newOrganization } from '../testing/core.ts'
import { withMeanwhile } from '../testing/meanwhile.ts'
import { openOwnCore } from '../testing/own-core.ts'
import { measureSamples } from './measure-samples.ts'
import { tenantStorage } from './show.ts'

const core = await openOwnCore()
afterAll(() => core.close())

/** What the store would say: bytes by organization, and which organizations sent samples in the last hours. */
const store = { bytes: new Map<number, number>(), active: new Set<number>() }
const asked: number[][] = []

const measuring = {
  ...core,
  usage: { ...core.usage, query: async () => [...store.active].map((number) => [number]) },
  telemetry: {
    ...core.telemetry,
    async storedBytes(organizations: readonly number[]) {
      asked.push([...organizations])
      return new Map(
        organizations.flatMap((one) => {
          const bytes = store.bytes.get(one)
          return bytes === undefined ? [] : [[one, bytes] as const]
        }),
      )
    },
  },
}

let organization: Awaited<ReturnType<typeof newOrganization>>
let number: number
beforeEach(async () => {
  core.advance(10 * 86_400)
  store.bytes.clear()
  store.active.clear()
  await core.db.storedSamples.deleteMany()
  organization = await newOrganization(core)
  number = organization.system.organization.number
  asked.length = 0
})

/** Measures after so many seconds; tells whether the organization was among those measured. */
async function round(seconds: number): Promise<boolean> {
  core.advance(seconds)
  const before = asked.length
  await measureSamples(measuring)
  return asked.slice(before).flat().includes(number)
}

const quota = (bytes: number) =>
  setQuota(atCommandLine(core), organization.id, { kind: 'samples', bytes, reason: 'test' })

/** Locks of a type that are waited for. */
async function waits(type: 'advisory' | 'transactionid'): Promise<number> {
  const locks = await core.db.$queryRaw<object[]>`
    SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = ${type} AND pid IN (
      SELECT pid FROM pg_stat_activity WHERE datname = current_database())`
  return locks.length
}

const samples = async () => (await tenantStorage(atCommandLine(core), organization.id))[1]

describe('how much an organization stores of samples', () => {
  test('is measured every ten minutes while samples come, every minute from half of the quota on', async () => {
    await quota(1000)
    expect(await round(60)).toBe(false)
    store.active.add(number)
    store.bytes.set(number, 499)
    const minutes = async (count: number) => {
      const rounds: boolean[] = []
      for (let i = 0; i < count; i += 1) rounds.push(await round(60))
      return rounds.flatMap((measured, i) => (measured ? [i + 1] : []))
    }
    expect(await minutes(21)).toEqual([1, 11, 21])
    store.bytes.set(number, 500)
    expect(await minutes(13)).toEqual([10, 11, 12, 13])
    expect(await samples()).toMatchObject({
      ...{ usedBytes: 500, mostBytes: 1000, fullSince: null },
      measuredAt: core.clock().toISOString(),
    })
  })

  test('is measured once a day where none come, until there are none', async () => {
    store.active.add(number)
    store.bytes.set(number, 7)
    expect(await round(60)).toBe(true)
    store.active.clear()
    expect(await round(86_000)).toBe(false)
    expect(await round(500)).toBe(true)
    store.bytes.clear()
    expect(await round(86_500)).toBe(true)
    expect(await samples()).toMatchObject({ usedBytes: 0 })
    expect(await round(86_500)).toBe(false)
  })

  test('takes a fiftieth of the time at most', async () => {
    store.active.add(number)
    store.bytes.set(number, 1)
    await round(60)
    await core.db.storedSamples.updateMany({ data: { seconds: 100 } })
    expect(await round(4_999)).toBe(false)
    expect(await round(2)).toBe(true)
  })

  test('is measured for many organizations by few statements, the longest ago first', async () => {
    for (let i = 0; i < 60; i += 1) {
      store.active.add((await newOrganization(core)).system.organization.number)
    }
    await measureSamples(measuring)
    core.advance(3600)
    store.active.add(number)
    asked.length = 0
    await measureSamples(measuring)
    expect(asked.map((lot) => lot.length)).toEqual([50, 11])
    expect(asked[0]?.[0]).toBe(number)
  })
})

test('a round ends in time, and the next one goes on with the longest ago measured', async () => {
  for (let i = 0; i < 120; i += 1) {
    store.active.add((await newOrganization(core)).system.organization.number)
  }
  const large = (await newOrganization(core)).system.organization
  store.active.add(large.number)
  await core.db.storedSamples.create({
    data: {
      ...{ organizationId: large.id, bytes: 17 * 2 ** 30, seconds: 0 },
      measuredAt: new Date(core.clock().getTime() - 3_600_000),
    },
  })
  const minutes = [0, 1, 4, 5, 6]
  await measureSamples(measuring, () => (minutes.shift() ?? 6) * 60_000)
  expect(asked.map((lot) => lot.length)).toEqual([50, 50])
  core.advance(60)
  asked.length = 0
  await measureSamples(measuring)
  expect(asked.map((lot) => lot.length)).toEqual([20, 1])
})

test('more organizations than a statement has parameters are looked at', async () => {
  for (let i = 0; i < 40_000; i += 1) store.active.add(2_000_000_000 + i)
  store.active.add(number)
  expect(await round(60)).toBe(true)
})

test('what cannot be measured keeps what it had, and keeps no other from its turn', async () => {
  const large = await newOrganization(core)
  store.active.add(large.system.organization.number).add(number)
  store.bytes.set(large.system.organization.number, 17 * 2 ** 30).set(number, 5)
  await round(60)
  const measuredAt = core.clock().toISOString()
  const failing = {
    ...measuring.telemetry,
    async storedBytes(organizations: readonly number[]) {
      if (organizations.includes(large.system.organization.number)) throw new Error('too long')
      return measuring.telemetry.storedBytes(organizations)
    },
  }
  core.advance(3600)
  store.bytes.set(number, 6)
  await expect(measureSamples({ ...measuring, telemetry: failing })).rejects.toThrow('too long')
  expect(await samples()).toMatchObject({ usedBytes: 6 })
  const [, kept] = await tenantStorage(atCommandLine(core), large.id)
  expect(kept).toMatchObject({ usedBytes: 17 * 2 ** 30, measuredAt })
  asked.length = 0
  for (const seconds of [60, 500]) await round(seconds)
  expect(asked).toEqual([])
  await round(40)
  expect(asked).toEqual([[large.system.organization.number], [number]])
})

test('what could not be measured yet is not shown as nothing', async () => {
  store.active.add(number)
  const telemetry = { ...measuring.telemetry, storedBytes: () => Promise.reject(new Error('away')) }
  await expect(measureSamples({ ...measuring, telemetry })).rejects.toThrow('away')
  expect(await samples()).toMatchObject({ usedBytes: null, measuredAt: null })
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
