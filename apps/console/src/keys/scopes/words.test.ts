import { pathForms } from '@sluice/contract'
import { expect, test } from 'vitest'
import { filterOf, pickedBy, scopeForms, scopeKinds } from './forms.ts'
import { scopeWords } from './words.ts'

test.each([
  ['#', 'Read everything in the organization'],
  ['THING/#/#', 'Read all things'],
  ['THING/truck/t7', 'Read the thing t7, as long as its type is truck'],
  ['PLACE/Site/oslo/THING/#/#', 'Read all things in the site oslo'],
  ['PLACE/Site/#/THING/truck/#', 'Read all things of the type truck in any site'],
  ['PLACE/Site/oslo', 'Read the site oslo'],
  ['DEFINITION/Metric/#', 'Read all metric definitions'],
  ['KEY/#', 'Read all keys'],
  ['ORGANIZATION', 'Read the organization’s settings and audit log'],
  ['PLACE/Fleet/f', 'Read the fleet f'],
  ['PLACE/Fleet/#/THING/truck/#', 'Read all things of the type truck in any fleet'],
  ['DEFINITION/Mapping/#', 'Read all mappings'],
  ['DEFINITION/Template/#', 'Read all templates'],
  ['INTEGRATION/hook', 'Read the integration hook'],
  ['PLACE/#/f', 'Read everything that PLACE/#/f matches'],
])('the scope on %s is described as “%s”', (resourceFilter, words) => {
  expect(scopeWords({ action: 'read', resourceFilter })).toBe(words)
})

test('the picker preserves a filter that it can show', () => {
  for (const filter of ['#', 'THING/a/b', 'THING/#/b', 'PLACE/Site/s/THING/#/#', 'KEY/k']) {
    const picked = pickedBy(filter)
    expect(picked && filterOf(picked)).toBe(filter)
  }
  expect(pickedBy('THING//x')).toBeUndefined()
  expect(pickedBy('PLACE/#/x')).toBeUndefined()
})

test('the picker offers every form of the contract, and no other', () => {
  const forms = scopeKinds.map((kind) => filterOf({ kind, values: [] }))
  expect(forms.sort()).toEqual(['#', ...pathForms].sort())
  expect(Object.values(scopeForms).every(({ label }) => label !== '')).toBe(true)
})
