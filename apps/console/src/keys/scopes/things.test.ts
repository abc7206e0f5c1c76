import { expect, test } from 'vitest'
import { texts } from '#texts/kinds.ts'
import { pickedBy } from './forms.ts'
import { matchWords, thingsOf } from './things.ts'

function wanted(filter: string) {
  const picked = pickedBy(filter)
  return picked && thingsOf(picked)
}

test('the things query of a filter returns only things that it matches', () => {
  expect(wanted('THING/truck/#')?.query).toMatchObject({ thingTypeId: 'truck' })
  expect(wanted('THING/truck/#')?.query).not.toHaveProperty('siteId')
  expect(wanted('PLACE/Site/oslo/THING/#/#')?.query).toMatchObject({ siteId: 'oslo' })
  expect(wanted('PLACE/Fleet/north/THING/#/#')?.query).toMatchObject({ fleetId: 'north' })
  expect(wanted('THING/#/t7')?.query.text).toBe('t7')
  expect(wanted('THING/#/t7')?.fits({ id: 't70', siteId: null, fleetIds: [] })).toBe(false)
  expect(wanted('KEY/#')).toBeUndefined()
})

test('a filter on any site or fleet does not match a thing in none', () => {
  const inAnySite = wanted('PLACE/Site/#/THING/#/#')
  expect(inAnySite?.fits({ id: 't', siteId: null, fleetIds: ['north'] })).toBe(false)
  expect(inAnySite?.fits({ id: 't', siteId: 'oslo', fleetIds: [] })).toBe(true)
  const inAnyFleet = wanted('PLACE/Fleet/#/THING/#/#')
  expect(inAnyFleet?.fits({ id: 't', siteId: 'oslo', fleetIds: [] })).toBe(false)
  expect(inAnyFleet?.fits({ id: 't', siteId: null, fleetIds: ['north'] })).toBe(true)
})

test.each([
  [[], false, 'Matches nothing now.'],
  [[], true, 'Current matches are not shown for this form of filter.'],
  [['a'], false, 'Matches 1 thing now: a'],
  [['a', 'b', 'c', 'd', 'e'], false, 'Matches 5 things now: a, b, c, d, …'],
  [['a', 'b'], true, 'Matches more than 2 things now: a, b, …'],
])('for the things %j, truncated: %s, the preview is “%s”', (names, isCut, words) => {
  expect(matchWords(texts.thing.counted, names, isCut)).toBe(words)
})
