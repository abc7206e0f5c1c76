import { expect, test } from 'vitest'
import { namesOfPlaces, reaches } from './reaching.ts'

const north = {
  path: 'PLACE/Fleet/north',
  thingTypeIds: new Set(['truck']),
  places: namesOfPlaces(['Fleet/north', 'Site/oslo']),
  thingIds: new Set(['truck-7']),
}

test.each([
  ['#', true],
  ['PLACE/Fleet/north', true],
  ['PLACE/#/#', true],
  ['PLACE/Fleet/south', false],
  ['PLACE/Site/north', false],
  ['PLACE/Fleet/north/THING/#/#', true],
  ['PLACE/Fleet/north/THING/truck/#', true],
  ['PLACE/Fleet/north/THING/meter/#', true],
  ['PLACE/Fleet/south/THING/#/#', false],
  ['PLACE/Site/oslo/THING/truck/#', true],
  ['PLACE/Site/bergen/THING/#/#', false],
  ['PLACE/#/#/THING/#/#', true],
  ['THING/#/#', true],
  ['THING/truck/#', true],
  ['THING/meter/#', false],
  ['THING/truck/truck-7', true],
  ['THING/truck/truck-8', false],
  ['DEFINITION/Metric/#', false],
  ['KEY/#', false],
  ['ORGANIZATION', false],
  ['#/#', false],
])('the filter %s reaches a fleet of trucks: %s', (filter, does) => {
  expect(reaches(filter, north)).toBe(does)
})

test('things by type and id reach no empty place, but things of the place do', () => {
  const empty = {
    ...{ path: 'PLACE/Site/new', places: new Set<string>() },
    ...{ thingTypeIds: new Set<string>(), thingIds: new Set<string>() },
  }
  expect(reaches('THING/#/#', empty)).toBe(false)
  expect(reaches('PLACE/Site/new/THING/#/#', empty)).toBe(true)
  expect(reaches('#', empty)).toBe(true)
})
