import { expect, it } from 'vitest'
import { thingPaths } from '../scopes/index.ts'
import { cacheThings } from './cache.ts'

const MEBIBYTE = 1024 * 1024

/** A cache of things that are in so many fleets with the longest ids. */
function workbench(fleets: number) {
  const fleetIds = Array.from({ length: fleets }, (_, i) => `${i}`.padStart(64, 'f'))
  const load = async (_: string, ids: readonly string[]) =>
    new Map(
      ids.map((id) => {
        const facts = { id, number: 1, thingTypeId: 'truck', siteId: null, timezone: null }
        const thing = { ...facts, fleetIds, retired: false }
        return [id, { ...thing, paths: thingPaths(thing) }]
      }),
    )
  return cacheThings({
    loadThings: load,
    loadType: async () => null,
    loadMapping: async () => null,
    loadDefaults: async () => ({}),
    feed: { isCurrent: () => true, subscribe: () => {} },
    maxThingBytes: MEBIBYTE,
  })
}

it.each([
  [0, 1000, 2000],
  [100, 30, 60],
])('things in %d fleets are cached by what they take', async (fleets, fewest, most) => {
  const known = workbench(fleets)
  for (let i = 0; i < 3000; i += 1) await known.thing('acme', `truck-${i}`)
  expect(known.size().things).toBeGreaterThan(fewest)
  expect(known.size().things).toBeLessThan(most)
})
