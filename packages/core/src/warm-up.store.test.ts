import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { openCore } from './open-core.ts'
import { newOrganization, openTestCore } from './testing/core.ts'
import { warmUp } from './warm-up.ts'

it('what a first request needs was asked for once', async () => {
  const core = openTestCore()
  onTestFinished(() => core.close())
  await warmUp(core)
  const { latest, chunks } = core.telemetry.figures()
  expect(latest).toMatchObject({ misses: 1 })
  expect(chunks?.loaded).toBeGreaterThan(0)
})

it('a store that is away fails nothing', async () => {
  const core = openCore({
    databaseUrl: inject('databaseUrl'),
    clickhouseUrl: 'http://127.0.0.1:1/none',
    peppers: new Map([[1, 'pepper']]),
  })
  onTestFinished(() => core.close())
  await expect(warmUp(core)).resolves.toBeUndefined()
})

it('after a restart, things with cached samples are known, and queries have run, before anybody asks', async () => {
  const log = await mkdtemp(join(tmpdir(), 'sluice-warm-up-'))
  onTestFinished(() => rm(log, { recursive: true }))
  const open = () => openTestCore(undefined, { sampleWriter: { kind: 'this', log } })
  const before = open()
  const { id, act } = await newOrganization(before)
  await act('metricDefinitions.create', { body: { id: 'heat', name: 'Heat', valueType: 'number' } })
  const metrics = [{ key: 'heat', metricDefinitionId: 'heat' }]
  await act('thingTypes.create', { body: { id: 'oven', name: 'Oven', metrics } })
  await act('things.create', { body: { id: 'oven-1', name: 'Oven 1', thingTypeId: 'oven' } })
  const params = { thingId: 'oven-1' }
  const frames = [{ timestamp: '2026-06-01T11:00:00Z', values: { heat: 1 } }]
  await act('telemetry.ingest', { params, query: {}, body: { frames } })
  await act('telemetry.timeseries', { params, query: { from: '-2h' } })
  await before.close()

  const after = open()
  onTestFinished(() => after.close())
  expect(await after.telemetry.preloading()).toHaveLength(1)
  const { known = 0 } = after.telemetry.figures().chunks ?? {}
  const answered: string[] = []
  await warmUp(after, (name) => answered.push(name))
  expect(after.telemetry.figures().chunks?.known).toBeGreaterThan(known)
  expect(answered).toContain('telemetry.summary')
  // Not a promise: nothing is looked up.
  expect(after.knownThings.thing(id, 'oven-1')).toMatchObject({ id: 'oven-1' })
  expect(after.knownThings.type(id, 'oven')).toMatchObject({ metrics: [{ key: 'heat' }] })
})
