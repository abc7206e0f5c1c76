import { atOnce } from '@sluice/runtime'
import { expect, it } from 'vitest'
import { metricOf } from '../../testing/things.ts'
import { allowedStrings, mergeMetrics } from './merge-metrics.ts'
import { readPlan } from './plan.ts'
import type { Subject } from './subject.ts'

const strings = (...enumValues: string[]) => ({ enumValues })

it('a key that types define differently has what all of them agree on', () => {
  const every = (seconds: number) => ({ expectedIntervalSeconds: seconds })
  const merging = mergeMetrics([
    [metricOf('level', 'number', 1, every(10)), metricOf('state', 'string', 2)],
    [metricOf('state', 'boolean', 2, every(5)), metricOf('level', 'number', 1, every(10))],
    [metricOf('level', 'integer', 1, every(20)), metricOf('door', 'boolean', 3)],
    [metricOf('level', 'number', 1, every(10))],
  ])
  expect(atOnce(merging)).toEqual([
    metricOf('level', 'number', 1),
    metricOf('state', 'number', 2),
    metricOf('door', 'boolean', 3),
  ])
})

it('other work may go on between the types of a place', () => {
  const types = Array.from({ length: 10 }, (_, i) => [metricOf(`m${i}`, 'number', i)])
  expect([...mergeMetrics(types)].length).toBeGreaterThanOrEqual(types.length)
})

/** Types with a metric `mode`, of which a thing each. */
function placeOf(...modes: ReturnType<typeof strings>[]): Subject {
  const types = modes.map((mode) => [metricOf('mode', 'string', 1, mode)])
  const members = types.map((metrics, i) => ({ id: `t${i}`, number: i + 1, metrics }))
  const metrics = atOnce(mergeMetrics(types))
  return { organization: 1, members, metrics, timezone: 'UTC', name: 'these things' }
}

function isAllowed(place: Subject, where: string): boolean {
  const query = {
    ...({ from: '-1h', to: 'now', order: 'asc', limit: 10, fill: 'none', where } as const),
  }
  const zone = { timezone: 'UTC', now: new Date('2026-06-01T00:00:00Z'), pageRange: undefined }
  try {
    readPlan(query, place, zone)
    return true
  } catch {
    return false
  }
}

it('`where` takes only allowed strings if all types agree on them, else any', () => {
  const same = placeOf(strings('on', 'off'), strings('on', 'off'))
  expect(isAllowed(same, 'mode=on')).toBe(true)
  expect(isAllowed(same, 'mode=idle')).toBe(false)
  const different = placeOf(strings('on', 'off'), strings('on', 'idle'))
  expect(isAllowed(different, 'mode=idle')).toBe(true)
  expect(isAllowed(placeOf(strings('on'), strings()), 'mode=idle')).toBe(true)
})

it('no list of strings is read until `where` names its metric', () => {
  let reads = 0
  const watched = () =>
    new Proxy(['on', 'off'], {
      get(list, key) {
        reads += 1
        return Reflect.get(list, key)
      },
    })
  const place = placeOf(...Array.from({ length: 5 }, () => ({ enumValues: watched() })))
  expect(reads).toBe(0)
  expect(allowedStrings('mode', place)).toEqual(['on', 'off'])
  expect(reads).toBeGreaterThan(0)
})
