import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { setQuota } from '../limits/index.ts'
import { atCommandLine } from '../operator.ts'
import { newOrganization } from '../testing/core.ts'
import { measureSamples } from './measure-samples.ts'
import { openMeasuring } from './testing/measuring.ts'

const { core, store, asked, measuring, ...bench } = await openMeasuring()
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
    expect(asked.map((batch) => batch.length)).toEqual([50, 11])
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
  expect(asked.map((batch) => batch.length)).toEqual([50, 50])
  core.advance(60)
  asked.length = 0
  await measureSamples(measuring)
  expect(asked.map((batch) => batch.length)).toEqual([20, 1])
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
  expect(await bench.samplesOf(large.id)).toMatchObject({ usedBytes: 17 * 2 ** 30, measuredAt })
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
