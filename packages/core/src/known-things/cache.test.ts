import type { MappingRules } from '@sluice/contract'
import { Mapping } from '@sluice/telemetry'
import { expect, it } from 'vitest'
import { thingPaths } from '../scopes/index.ts'
import { cacheThings } from './cache.ts'

const MEBIBYTE = 1024 * 1024

const plain: MappingRules = {
  ...{ thing: 'thing', metric: '{name}', match: [], drop: [], metrics: {}, ignoredLabels: [] },
  ...{ unmappedLabels: 'allow', invalidCharacters: 'refuse' },
}

/** A cache of things that are in so many fleets with the longest ids, and of mappings with that many ignored labels. */
function workbench(fleets: number, labels = 0) {
  const loaded: string[] = []
  const defaults = ['gone']
  const loadMapping = async (_: string, id: string) => {
    loaded.push(id)
    if (id === 'gone') return null
    const rules = { ...plain, ignoredLabels: Array(labels).fill('x'.repeat(128)) }
    return { id, protocol: 'otlp', createMissing: null, compiled: new Mapping(rules) } as const
  }
  const fleetIds = Array.from({ length: fleets }, (_, i) => `${i}`.padStart(64, 'f'))
  const load = async (_: string, ids: readonly string[]) =>
    new Map(
      ids.map((id) => {
        const facts = { id, number: 1, thingTypeId: 'truck', siteId: null, timezone: null }
        const thing = { ...facts, fleetIds, retired: false }
        return [id, { ...thing, paths: thingPaths(thing) }]
      }),
    )
  const known = cacheThings({
    loadThings: load,
    loadType: async () => null,
    loadMapping,
    loadDefaults: async () => ({ otlp: defaults.shift() ?? 'm0' }),
    feed: { isCurrent: () => true, subscribe: () => {} },
    maxThingBytes: MEBIBYTE,
    maxMappingBytes: 100_000,
  })
  return { known, loaded }
}

it.each([
  [0, 1000, 2000],
  [100, 30, 60],
])('things in %d fleets are cached by what they take', async (fleets, fewest, most) => {
  const { known } = workbench(fleets)
  for (let i = 0; i < 3000; i += 1) await known.thing('acme', `truck-${i}`)
  expect(known.size().things).toBeGreaterThan(fewest)
  expect(known.size().things).toBeLessThan(most)
})

it.each([
  [0, 20],
  [64, 2],
])('mappings that ignore %d labels are cached by what they take', async (labels, most) => {
  const { known, loaded } = workbench(0, labels)
  const find = async (count: number) => {
    for (let i = 0; i < count; i += 1) await known.mapping('acme', `m${i}`)
  }
  await find(most)
  await find(most)
  expect(loaded).toHaveLength(most)
  await find(3 * most)
  await known.mapping('acme', 'm0')
  expect(loaded.slice(-1)).toEqual(['m0'])
})

it('the default mapping is looked up again if it is gone', async () => {
  const { known } = workbench(0)
  expect(await known.defaultMapping('acme', 'otlp')).toMatchObject({ id: 'm0' })
})
