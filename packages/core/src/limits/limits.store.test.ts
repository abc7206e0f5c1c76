import { tiers } from '@sluice/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notified } from '../changes/testing/notified.ts'
import { atCommandLine } from '../operator.ts'
import { actForOrganization } from '../organizations/act-for.ts'
import { perform } from '../pipeline/perform.ts'
import { run } from '../pipeline/run.ts'
import { newOrganization, openTestCore, type TestCore } from '../testing/core.ts'
import { resetLimit, setLimit } from './change.ts'
import { currentFigure } from './figures.ts'
import { showLimits } from './show.ts'

let core: TestCore
beforeAll(() => {
  core = openTestCore()
})
afterAll(() => core.close())

let organization: Awaited<ReturnType<typeof newOrganization>>
beforeEach(async () => {
  organization = await newOrganization(core)
})

const change = { tier: 'standard', perMinute: 6000, burst: 5000, reason: 'a larger fleet' } as const
/** The limits as a newly authenticated actor sees them. */
async function list(id = organization.id) {
  const actor = await actForOrganization(core, 'test', id)
  if (!actor) throw new Error('There is no such organization.')
  const call = { query: {} }
  return perform(core, { name: 'limits.list', actor, call, requestId: 'test', address: null })
}

/** The rate that a call on `/v2` returns. */
async function rateOf(keyString: string, name: 'keys.self' | 'telemetry.ingest' = 'keys.self') {
  const answer = await run(core, {
    ...{ name, keyString, address: '192.0.2.1', requestId: 'test', ifMatch: undefined },
    ...{ params: { thingId: 'none' }, query: {} },
    readBody: name === 'keys.self' ? undefined : async () => ({}),
  })
  return answer.rate
}

describe('custom limits of an organization', () => {
  test('are listed with their source', async () => {
    await setLimit(atCommandLine(core), organization.id, change)
    const until = new Date(core.clock().getTime() + 3_600_000)
    await setLimit(atCommandLine(core), organization.id, {
      ...change,
      tier: 'data-read',
      reason: 'a sale',
      until,
    })
    const { items } = await list()
    // The service itself has no key.
    const ofNobody = { share: null, failures: null }
    expect(items).toEqual([
      {
        ...{ tier: 'standard', perMinute: 6000, burst: 5000, remaining: 5000, fullInSeconds: 0 },
        ...{ source: 'standing', until: null, reason: 'a larger fleet', ...ofNobody },
      },
      {
        ...{
          tier: 'data-read',
          perMinute: 6000,
          burst: 5000,
          remaining: 5000,
          fullInSeconds: 0,
        },
        ...{ source: 'override', until: until.toISOString(), reason: 'a sale', ...ofNobody },
      },
    ])
    core.advance(3601)
    expect((await list()).items[1]).toMatchObject({ ...tiers['data-read'], source: 'default' })
  })

  test('are changed and reset one tier at a time', async () => {
    const until = new Date(core.clock().getTime() + 3_600_000)
    const set = (tier: 'standard' | 'data-read', perMinute: number, end?: Date) =>
      setLimit(atCommandLine(core), organization.id, { ...change, tier, perMinute, until: end })
    const figures = async () => (await list()).items.map(({ perMinute }) => perMinute)
    await set('standard', 7000)
    await set('data-read', 8000)
    await set('standard', 7500)
    expect(await figures()).toEqual([7500, 8000])
    await set('standard', 9000, until)
    await set('data-read', 9500, until)
    expect(await figures()).toEqual([9000, 9500])
    await resetLimit(atCommandLine(core), organization.id, { tier: 'standard' })
    expect(await figures()).toEqual([600, 9500])
    core.advance(3600)
    expect(await figures()).toEqual([600, 8000])
  })

  test('without an end apply at once, in place of temporary ones of the tier', async () => {
    const until = new Date(core.clock().getTime() + 3_600_000)
    const set = (tier: 'standard' | 'data-read', perMinute: number, end?: Date) =>
      setLimit(atCommandLine(core), organization.id, { ...change, tier, perMinute, until: end })
    await set('standard', 9000, until)
    await set('data-read', 9500, until)
    await set('standard', 7000)
    const standing = { perMinute: 7000, source: 'standing', until: null }
    expect((await list()).items).toMatchObject([standing, { perMinute: 9500, source: 'override' }])
    core.advance(3600)
    expect((await list()).items[0]).toMatchObject(standing)
  })

  test('with an end replace earlier temporary ones of the tier, which do not return', async () => {
    const now = core.clock().getTime()
    const set = (tier: 'standard' | 'data-read', perMinute: number, hours: number) => {
      const until = new Date(now + hours * 3_600_000)
      return setLimit(atCommandLine(core), organization.id, { ...change, tier, perMinute, until })
    }
    await set('standard', 9000, 5)
    await set('data-read', 9500, 5)
    const figures = await set('standard', 8000, 1)
    const at = (tier: 'standard' | 'data-read', hours: number) =>
      currentFigure(figures, tier, now + hours * 3_600_000)?.limit.perMinute
    expect([at('standard', 0.5), at('standard', 2)]).toEqual([8000, tiers.standard.perMinute])
    expect(at('data-read', 2)).toBe(9500)
  })

  test('are not replaced by an operator who saw other ones', async () => {
    const operator = atCommandLine(core)
    const { perMinute, burst } = tiers.standard
    const seen = { ...change, was: { perMinute, burst } }
    await setLimit(operator, organization.id, { ...seen, perMinute: 7000 })
    await expect(setLimit(operator, organization.id, seen)).rejects.toMatchObject({
      code: 'precondition-failed',
    })
    const outdated = { tier: 'standard', was: { perMinute, burst } } as const
    await expect(resetLimit(operator, organization.id, outdated)).rejects.toMatchObject({
      code: 'conflict',
      detail: 'Someone else changed this limit. Nothing was reset.',
    })
    expect((await list()).items[0]).toMatchObject({ perMinute: 7000 })
    await setLimit(operator, organization.id, { ...change, was: { perMinute: 7000, burst: 5000 } })
    await setLimit(operator, organization.id, { ...change, tier: 'ingest', was: null })
    expect((await list()).items[0]).toMatchObject({ perMinute: 6000 })
    await resetLimit(operator, organization.id, {
      tier: 'standard',
      was: { perMinute: 6000, burst: 5000 },
    })
    expect((await list()).items[0]).toMatchObject({ source: 'default' })
  })

  test('apply to calls once announced and keep the tokens', async () => {
    const { key } = await organization.mint()
    expect(await rateOf(key)).toMatchObject({ tokens: 999, limit: tiers.standard })
    await setLimit(atCommandLine(core), organization.id, { ...change, perMinute: 60, burst: 100 })
    await notified(core.db, [core.changes])
    expect(await rateOf(key)).toMatchObject({
      ...{ limit: { perMinute: 60, burst: 100 }, tokens: 99 },
    })
    await resetLimit(atCommandLine(core), organization.id, { tier: 'standard' })
    await notified(core.db, [core.changes])
    expect(await rateOf(key)).toMatchObject({ limit: tiers.standard, tokens: 98 })
  })

  test('dedicated to ingestion do not affect the standard bucket', async () => {
    await setLimit(atCommandLine(core), organization.id, { ...change, tier: 'ingest' })
    const { key } = await organization.mint()
    expect(await rateOf(key, 'telemetry.ingest')).toMatchObject({ name: 'ingest', tokens: 5000 })
    expect(await rateOf(key)).toMatchObject({ name: 'standard', tokens: 999 })
    const { items } = await list()
    expect(items.map(({ tier }) => tier)).toEqual(['standard', 'data-read', 'ingest'])
  })

  test('do not affect other organizations', async () => {
    const other = await newOrganization(core)
    await setLimit(atCommandLine(core), organization.id, change)
    expect((await list(other.id)).items[0]).toMatchObject({ source: 'default' })
    expect((await showLimits(atCommandLine(core), other.id)).map(({ source }) => source)).toEqual([
      ...['default', 'default'],
    ])
  })

  test('are audited with the values before and after', async () => {
    await setLimit(atCommandLine(core), organization.id, change)
    await resetLimit(atCommandLine(core), organization.id, { tier: 'standard' })
    const { items } = await organization.act('audit.list', { query: { resource: 'ORGANIZATION' } })
    const set = { standing: [{ tier: 'standard', reason: 'a larger fleet' }] }
    expect(items.slice(0, 2)).toMatchObject([
      {
        operation: 'limits.reset',
        actor: { id: 'operator' },
        before: set,
        after: { standing: [] },
      },
      { operation: 'limits.set', actor: { id: 'operator' }, before: { standing: [] }, after: set },
    ])
  })
})

test('an invalid limit is rejected with all its errors', () => {
  const wrong = {
    tier: 'standard',
    perMinute: 0.5,
    burst: 1e9,
    reason: ' ',
    until: new Date(0),
  } as const
  expect(() => setLimit(atCommandLine(core), organization.id, wrong)).toThrowError(
    expect.objectContaining({
      code: 'invalid-request',
      errors: ['/perMinute', '/burst', '/reason', '/until'].map((pointer) => {
        return expect.objectContaining({ pointer })
      }),
    }),
  )
})

test('the limits of an unknown organization are not found', async () => {
  await expect(setLimit(atCommandLine(core), 'nobody', change)).rejects.toMatchObject({
    code: 'not-found',
  })
  await expect(showLimits(atCommandLine(core), 'nobody')).rejects.toMatchObject({
    code: 'not-found',
  })
})
