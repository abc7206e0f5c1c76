import { connect } from '@sluice/clickhouse'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { notified } from '../changes/testing/notified.ts'
import { setLimit } from '../limits/index.ts'
import { atCommandLine } from '../operator.ts'
import { run } from '../pipeline/run.ts'
import { newOrganization, openTestCore, type TestCore } from '../testing/core.ts'
import { whatIfLimit } from './what-if.ts'

let core: TestCore
beforeAll(() => {
  // The log deletes old rows by the engine's own clock.
  core = openTestCore(new Date())
})
afterAll(() => core.close())

/** Takes all but `spared` units from the standard bucket. */
async function drain(organization: string, spared: number) {
  const limit = { perMinute: 600, burst: 1000 }
  const draw = { organization, tier: 'standard', limit, key: undefined, share: undefined }
  for (let i = 0; i < limit.burst - spared; i += 1) await core.buckets.take(draw)
}

const ask = (organization: Awaited<ReturnType<typeof newOrganization>>, days = 3) =>
  organization.act('limits.usage', { query: { days, timezone: 'UTC' } })

test('usage counts calls and rate-limited calls by day, tier and key', async () => {
  const organization = await newOrganization(core)
  const stranger = await newOrganization(core)
  const [busy, quiet] = [await organization.mint(), await organization.mint()]
  await stranger.useKey((await stranger.mint()).key)
  await drain(organization.id, 3)
  const answers: string[] = []
  for (const { key } of [quiet, busy, busy, busy, busy]) {
    answers.push(await organization.useKey(key))
  }
  expect(answers).toEqual(['in', 'in', 'in', 'rate-limited', 'rate-limited'])
  await core.usage.flush()
  const usage = await ask(organization)
  const today = { date: core.clock().toISOString().slice(0, 10), calls: 5, limited: 2 }
  expect(usage.tiers).toMatchObject([
    { tier: 'standard', calls: 5, limited: 2, days: [{ calls: 0 }, { calls: 0 }, today] },
    { tier: 'data-read', calls: 0, limited: 0 },
  ])
  const lastAt = core.clock().toISOString()
  expect(usage.keys).toEqual([
    { keyId: busy.id, name: busy.name, calls: 4, limited: 2, lastAt },
    { keyId: quiet.id, name: quiet.name, calls: 1, limited: 0, lastAt },
  ])
})

test('usage omits keys that the caller may not read', async () => {
  const organization = await newOrganization(core)
  const [one, other] = [await organization.mint(), await organization.mint()]
  for (const { key } of [one, other]) await organization.useKey(key)
  await core.usage.flush()
  const { keys } = await organization.act(
    'limits.usage',
    { query: { days: 1, timezone: 'UTC' } },
    { action: 'read', resourceFilter: 'ORGANIZATION' },
    { action: 'read', resourceFilter: `KEY/${one.id}` },
  )
  expect(keys.map(({ keyId }) => keyId)).toEqual([one.id])
})

test('of more keys than are shown the store answers those that met their limits most, and no others', async () => {
  const organization = await newOrganization(core)
  const own = await organization.mint()
  await organization.useKey(own.key)
  await core.usage.flush()
  const client = connect({ url: inject('clickhouseUrl') })
  await client.command({
    query: `INSERT INTO requests (organization, key, time, tier, status, problem, calls)
      SELECT ${organization.system.organization.number}, concat('key', toString(number % 500)), now64(3),
        'standard', 429, 'rate-limited', number % 500 + 2 FROM numbers(1000)`,
  })
  await client.close()
  const asked = vi.spyOn(core.usage, 'query')
  const { keys } = await ask(organization, 1)
  const answers = await Promise.all(asked.mock.results.map(({ value }) => value))
  asked.mockRestore()
  expect(keys.map(({ keyId }) => keyId)).toEqual(
    Array.from({ length: 100 }, (_, i) => `key${499 - i}`),
  )
  expect(keys[0]).toMatchObject({ calls: 1_002, limited: 1_002 })
  expect(answers.map(({ length }) => length)).toEqual([1, 100])
  const limited = await organization.act(
    'limits.usage',
    { query: { days: 1, timezone: 'UTC' } },
    { action: 'read', resourceFilter: 'ORGANIZATION' },
    { action: 'read', resourceFilter: `KEY/${own.id}` },
  )
  expect(limited.keys.map(({ keyId }) => keyId)).toEqual([own.id])
})

test('a what-if replays all calls of the last days against another limit', async () => {
  const organization = await newOrganization(core)
  const { key } = await organization.mint()
  await drain(organization.id, 3)
  for (let i = 0; i < 5; i += 1) await organization.useKey(key)
  await core.usage.flush()
  const whatIf = (tier: 'standard' | 'ingest', burst: number) =>
    whatIfLimit(atCommandLine(core), organization.id, { tier, perMinute: 60, burst })
  const reported = { days: 7, calls: 5, refused: 2 }
  expect(await whatIf('standard', 10)).toEqual({ ...reported, wouldBeRefused: 0 })
  expect(await whatIf('standard', 4)).toEqual({ ...reported, wouldBeRefused: 1 })
  expect(await whatIf('ingest', 4)).toMatchObject({ calls: 0, refused: 0 })
  await expect(
    whatIfLimit(atCommandLine(core), 'none', { tier: 'ingest', perMinute: 1, burst: 1 }),
  ).rejects.toMatchObject({ code: 'not-found' })
})

test('what a key’s share refuses counts as refused in its tier, also in a what-if', async () => {
  const organization = await newOrganization(core)
  const { key } = await organization.mint({ budgetShare: 1 })
  const answers: string[] = []
  for (let i = 0; i < 11; i += 1) answers.push(await organization.useKey(key))
  expect(answers.filter((answer) => answer !== 'in')).toEqual(['rate-limited'])
  await core.usage.flush()
  expect((await ask(organization)).tiers[0]).toMatchObject({
    ...{ tier: 'standard', calls: 11, limited: 1 },
  })
  const whatIf = (tier: 'standard' | 'ingest') =>
    whatIfLimit(atCommandLine(core), organization.id, { tier, perMinute: 60, burst: 10 })
  expect(await whatIf('standard')).toEqual({ days: 7, calls: 11, refused: 1, wouldBeRefused: 1 })
  expect(await whatIf('ingest')).toMatchObject({ calls: 0, refused: 0 })
})

test('usage counts a call in the tier that it was charged to', async () => {
  const organization = await newOrganization(core)
  const { key } = await organization.mint()
  const ingestNothing = () =>
    run(core, {
      ...{ name: 'telemetry.ingest', keyString: key, address: '192.0.2.1', requestId: 'test' },
      ...{ ifMatch: undefined, params: { thingId: 'none' }, query: {} },
      readBody: async () => ({ frames: [] }),
    })
  const reported = async () =>
    (await ask(organization, 1)).tiers.map(({ tier, calls }) => [tier, calls])
  await ingestNothing()
  await core.usage.flush()
  expect(await reported()).toEqual([
    ['standard', 1],
    ['data-read', 0],
  ])
  const own = { tier: 'ingest', perMinute: 60, burst: 60, reason: 'a fleet of its own' } as const
  await setLimit(atCommandLine(core), organization.id, own)
  await notified(core.db, [core.changes])
  expect((await ingestNothing()).rate?.name).toBe('ingest')
  await core.usage.flush()
  expect((await reported()).map(([tier]) => tier)).toEqual(['standard', 'data-read', 'ingest'])
})
