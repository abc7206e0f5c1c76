import { expect } from './journey.ts'
import type { Product } from './product.ts'

const MINUTE = 60_000
const MINUTES = 240

/** Calls the API with the demo's key. */
export async function send({ api, demo }: Product, path: string, body: object): Promise<void> {
  const headers = { 'x-api-key': demo.once.key, 'content-type': 'application/json' }
  const answer = await fetch(api + path, { method: 'POST', headers, body: JSON.stringify(body) })
  expect([path, answer.ok]).toEqual([path, true])
}

/**
 * Creates a fleet of five trucks that send every minute. The third has a gap of 40 minutes, the fifth is much warmer.
 */
export async function makeTrucks(product: Product, name: string): Promise<string> {
  const prefix = `${name}${Date.now().toString(36)}`
  const post = (path: string, body: object) => send(product, path, body)
  const cold = { valueType: 'number', unit: 'Cel', min: -40, max: 30, expectedIntervalSeconds: 60 }
  await post('/v2/metric-definitions', {
    id: `${prefix}-cold`,
    name: 'Cargo',
    kind: 'gauge',
    ...cold,
  })
  await post('/v2/metric-definitions', {
    ...{ id: `${prefix}-mode`, name: 'Cooling', kind: 'state', valueType: 'string' },
  })
  const metrics = [
    { key: 'cargo', metricDefinitionId: `${prefix}-cold` },
    { key: 'mode', metricDefinitionId: `${prefix}-mode` },
  ]
  await post('/v2/thing-types', { id: `${prefix}-truck`, name: `${prefix} truck`, metrics })
  await post('/v2/fleets', { id: `${prefix}-fleet`, name: `${prefix} fleet` })
  const end = Math.floor(Date.now() / MINUTE) * MINUTE
  const minutes = Array.from({ length: MINUTES }, (_, minute) => minute)
  for (const number of [1, 2, 3, 4, 5]) {
    const id = `${prefix}-${number}`
    const type = { thingTypeId: `${prefix}-truck`, fleetIds: [`${prefix}-fleet`] }
    await post('/v2/things', { id, name: `${prefix} ${number}`, ...type })
    const isSilent = (minute: number) => number === 3 && minute > 100 && minute < 140
    const degrees = number === 5 ? 8 : -18
    await post(`/v2/thing/${id}/data/columnar`, {
      ...{ start: new Date(end - MINUTES * MINUTE).toISOString(), stepSeconds: 60 },
      count: MINUTES,
      values: {
        cargo: minutes.map((minute) => (isSilent(minute) ? null : degrees + (minute % 10) / 10)),
        mode: minutes.map((minute) =>
          minute % 60 === 0 ? ['cool', 'idle'][(minute / 60) % 2] : null,
        ),
      },
    })
  }
  return prefix
}
