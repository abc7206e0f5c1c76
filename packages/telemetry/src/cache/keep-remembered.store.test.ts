import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { telemetryOf } from '../open.ts'
import { openSampleStore } from '../open-store.ts'
import { sampleAt } from '../testing/blocks.ts'
import { newOrganization } from '../testing/rounds.ts'
import { openTestStore } from '../testing/store.ts'
import { metricOf } from '../testing/things.ts'
import { NO_ORGANIZATION } from '../thing-numbers.ts'

let log: string
beforeAll(async () => {
  await (await openTestStore()).close()
  log = await mkdtemp(join(tmpdir(), 'sluice-samples-'))
})
afterAll(() => rm(log, { recursive: true }))

function open() {
  const sampleWriter = { kind: 'this', log } as const
  return openSampleStore({ url: inject('clickhouseUrl'), clock: () => new Date(), sampleWriter })
}

const now = new Date('2026-11-01T00:00:00Z')
const metrics = [metricOf('level', 'number', 1)]

it('after a restart the cache has its former contents, including the last writes', async () => {
  const organization = newOrganization()
  const members = [{ id: 'a', number: 1, metrics }]
  const subject = { organization, members, metrics, timezone: 'UTC', name: 'this thing' }
  const query = { from: '2026-10-30T00:00:00Z', to: '2026-10-31T00:00:00Z' } as const
  const ask = (store: ReturnType<typeof open>) =>
    telemetryOf(store).thingSeries(
      subject,
      { ...query, order: 'asc', limit: 10, fill: 'none', groupBy: 'thing' } as never,
      now,
    )
  const noon = Date.parse('2026-10-30T12:00:00Z') * 1000
  const write = (store: ReturnType<typeof open>, value: number) =>
    store.write({ organization, thing: 1 }, sampleAt(noon, value))

  const before = open()
  await write(before, 1)
  expect((await ask(before)).values).toEqual({ level: [1] })
  await write(before, 2)
  await before.close()

  const after = open()
  await after.preloading()
  expect((await ask(after)).values).toEqual({ level: [2] })
  expect(after.chunks?.counts()).toMatchObject({ loaded: 0, left: 0 })
  await after.latest(organization, [1])
  expect(after.figures().latest).toMatchObject({ hits: 1 })
  await write(after, 3)
  expect((await ask(after)).values).toEqual({ level: [3] })
  await after.close()
})

it('saves no queries of an unknown organization, in a file that only its owner can read', async () => {
  const store = open()
  await store.preloading()
  const asked = [
    { id: 'a', organization: NO_ORGANIZATION },
    { id: 'b', organization: newOrganization() },
  ]
  for (const { id, organization } of asked) {
    const subject = { organization, members: [{ id, number: 1, metrics }], metrics }
    const range = { from: '2026-10-30T00:00:00Z', to: '2026-10-31T00:00:00Z' }
    await telemetryOf(store).thingSeries(
      { ...subject, timezone: 'UTC', name: 'this thing' },
      { ...range, order: 'asc', limit: 10, fill: 'none' },
      now,
    )
  }
  await store.close()
  const file = join(log, 'remembered.json')
  const listed: [number][] = JSON.parse(await readFile(file, 'utf8'))
  expect(listed.map(([organization]) => organization)).toContain(asked[1]?.organization)
  expect(listed.map(([organization]) => organization)).not.toContain(NO_ORGANIZATION)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})
