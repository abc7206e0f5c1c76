import { setTimeout as pause } from 'node:timers/promises'
import { eventTypes } from '@sluice/contract'
import type { Shot } from './attack.ts'
import { type MakeShot, range, START, THINGS } from './made.ts'

/** As many integrations as an organization may have, and thresholds as one of these. */
const [LISTENERS, THRESHOLDS] = [50, 50]

/** What is told goes out after the answer: once a second what things sent is looked at. */
const TOLD_MS = 8000

/** Everything that can be told of a thousand things, to as many as may listen: to nobody else's harm. */
export async function* manyListeners(shot: MakeShot): AsyncGenerator<Shot> {
  const keys = range(THRESHOLDS, (i) => `told${i}`)
  yield shot('metricDefinitions.create', 'a definition', {
    body: { id: 'told', name: 'Told', valueType: 'number', kind: 'gauge', unit: null },
  })
  yield shot('thingTypes.create', 'a type', {
    body: {
      id: 'told',
      name: 'Told',
      metrics: keys.map((key) => ({ key, metricDefinitionId: 'told' })),
    },
  })
  for (const i of range(LISTENERS, (i) => i)) {
    yield shot('integrations.create', `integration ${i}`, {
      body: {
        ...{ id: `told-${i}`, name: `Told ${i}`, url: 'http://127.0.0.1:9/' },
        eventTypes,
        thresholds: keys.map((metric) => ({ metric, above: 8 })),
      },
    })
  }
  const ids = range(THINGS, (i) => `told-${i}`)
  const change = { things: ids.map((id) => ({ id })) }
  const samples = (value: number, at: number) => ({
    body: {
      things: ids.map((thingId) => ({
        ...{ thingId, start: START + at * 1000, stepSeconds: 60, count: 1 },
        values: Object.fromEntries(keys.map((key) => [key, [value]])),
      })),
    },
  })
  yield shot('things.batch', 'a thousand things', {
    body: { things: ids.map((id) => ({ id, name: id, thingTypeId: 'told' })) },
  })
  yield shot('things.change', 'a change of them', {
    body: { ...change, change: { labels: { told: 'yes' } } },
  })
  for (const [at, [what, value]] of [
    ['all thresholds crossed', 9],
    ['all back again', 1],
  ].entries()) {
    yield shot('telemetry.ingestThingsColumnar', `${what}`, {
      query: {},
      ...samples(Number(value), at),
    })
    await pause(TOLD_MS)
  }
  // Pending events would go on through the next rows.
  for (const i of range(LISTENERS, (i) => i)) {
    yield shot('integrations.update', `integration ${i} is disabled`, {
      ...{ params: { integrationId: `told-${i}` }, body: { enabled: false } },
    })
  }
}
