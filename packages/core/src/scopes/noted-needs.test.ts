import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { filterContains } from './contain.ts'
import type { Need } from './need.ts'
import { NotedNeeds } from './noted-needs.ts'
import { thingPaths } from './paths.ts'

fc.configureGlobal({ seed: 20_260_601, numRuns: 200 })

function noted(needs: Iterable<Need>): readonly Need[] {
  const list = new NotedNeeds()
  for (const need of needs) list.note(need)
  return list.kept
}

function writeOf(...paths: string[]): Need {
  return { action: 'write', paths }
}

const fleetsOf = (count: number) => Array.from({ length: count }, (_, i) => `f${i}`.padEnd(64, 'x'))

function* trucks(count: number, fleetIds: readonly string[] = [], type = 'truck') {
  for (let i = 0; i < count; i += 1)
    yield writeOf(...thingPaths({ id: `t${i}`, thingTypeId: type, siteId: null, fleetIds }))
}

function textIn(needs: readonly Need[]): number {
  return needs.flatMap(({ paths }) => paths).join(' ').length
}

describe('what a call needed', () => {
  test('is kept one by one up to a hundred resources', () => {
    expect(noted(trucks(100))).toEqual([...trucks(100)])
  })

  test('of one thing is kept however many places it is in', () => {
    const [thing = writeOf()] = trucks(1, fleetsOf(100))
    expect(noted([thing, thing, thing])).toEqual([thing, thing, thing])
  })

  test('is what more resources have in common', () => {
    expect(noted(trucks(1000))).toEqual([{ ...writeOf('THING/truck/#'), general: true }])
    const [fleet = ''] = fleetsOf(1)
    expect(noted(trucks(1000, [fleet]))).toEqual([
      { ...writeOf('THING/truck/#', `PLACE/Fleet/${fleet}/THING/truck/#`), general: true },
    ])
  })

  test('keeps few resources of another kind, each once', () => {
    const template: Need = { action: 'write', paths: ['DEFINITION/Template/many'] }
    const list: Need = { action: 'read', paths: ['THING/#/#'] }
    const granted: Need = { action: 'read', paths: ['PLACE/Site/#'], whole: true }
    const places = ['a', 'b', 'c'].map((id) => writeOf(`PLACE/Fleet/${id}`))
    const all = [...trucks(500)].flatMap((need) => [need, ...places])
    expect(noted([template, list, granted, ...all])).toEqual([
      ...[template, list, granted],
      { ...writeOf('THING/truck/#'), general: true },
      ...places,
    ])
  })

  test('is bounded for things that have nothing in common but their kind', () => {
    const apart = Array.from({ length: 1000 }, (_, i) => {
      const fleetIds = fleetsOf(5).map((id) => `${i}-${id}`)
      return writeOf(
        ...thingPaths({ id: `t${i}`, thingTypeId: `type-${i}`, siteId: null, fleetIds }),
      )
    })
    expect(noted(apart)).toEqual([
      { ...writeOf('THING/#/#', 'PLACE/Fleet/#/THING/#/#'), general: true },
    ])
    const odd = Array.from({ length: 1000 }, (_, i) => writeOf(`odd-${i}`))
    expect(noted(odd)).toEqual([{ ...writeOf('#'), general: true }])
  })

  test('is short for a template of five thousand things in a hundred fleets', () => {
    const places = fleetsOf(100)
    const list = new NotedNeeds()
    for (const thing of trucks(5000, places)) {
      list.note(thing)
      for (const id of places) list.note(writeOf(`PLACE/Fleet/${id}`))
    }
    expect(textIn(list.kept)).toBeLessThan(20_000)
    expect(list.kept).toContainEqual({ ...writeOf('PLACE/Fleet/#'), general: true })
  })

  test('ends with the first need that was not met, whatever is noted before and after', () => {
    const missing = writeOf('THING/truck/locked')
    for (const [before, after] of [
      [0, 0],
      [3, 3],
      [500, 500],
      [0, 5000],
    ] as const) {
      const list = new NotedNeeds()
      for (const need of trucks(before, [], 'van')) list.note(need)
      list.noteMissing(missing)
      for (const need of trucks(after)) list.noteMissing(need)
      list.noteMissing(missing)
      expect(list.kept.at(-1)).toEqual(missing)
      expect(list.kept.length).toBeLessThanOrEqual(101)
    }
  })

  test('stands for every resource, each of which has a path of every form', () => {
    const id = (prefix: string, most: number) => fc.nat(most).map((i) => `${prefix}${i}`)
    const thing = fc.record({
      id: id('t', 500),
      thingTypeId: id('type-', 150),
      siteId: fc.option(id('site-', 150)),
      fleetIds: fc.uniqueArray(id('fleet-', 150), { maxLength: 3 }),
    })
    const needs = fc.array(
      thing.map((one) => writeOf(...thingPaths(one))),
      { minLength: 90, maxLength: 400, size: 'max' },
    )
    fc.assert(
      fc.property(needs, (all) => {
        const kept = noted(all)
        const standsFor = (one: Need, need: Need) =>
          one.paths.every((form) => need.paths.some((path) => filterContains(form, path))) &&
          need.paths.every((path) => one.paths.some((form) => filterContains(form, path)))
        for (const need of all) expect(kept.some((one) => standsFor(one, need))).toBe(true)
      }),
      { numRuns: 20 },
    )
  })
})
