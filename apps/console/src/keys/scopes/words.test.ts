import { pathForms } from '@sluice/contract'
import { expect, test } from 'vitest'
import { filterOf, pickedBy, scopeForms, scopeKinds } from './forms.ts'
import { scopeWords } from './words.ts'

test.each([
  ['#', 'Read everything in the organization'],
  ['THING/#/#', 'Read all things'],
  ['THING/truck/t7', 'Read the thing t7, while of the type truck'],
  ['PLACE/Site/oslo/THING/#/#', 'Read all things in the site oslo'],
  ['PLACE/Site/#/THING/truck/#', 'Read all things of the type truck in any site'],
  ['PLACE/Site/oslo', 'Read the site oslo'],
  ['DEFINITION/Metric/#', 'Read all metric definitions'],
  ['KEY/#', 'Read all keys'],
  ['ORGANIZATION', 'Read the organization’s settings and audit log'],
  ['PLACE/Fleet/f', 'Read whatever PLACE/Fleet/f matches'],
])('%s: %s', (resourceFilter, words) => {
  expect(scopeWords({ action: 'read', resourceFilter })).toBe(words)
})

test('what is picked is written as it was read', () => {
  for (const filter of ['#', 'THING/a/b', 'THING/#/b', 'PLACE/Site/s/THING/#/#', 'KEY/k']) {
    const picked = pickedBy(filter)
    expect(picked && filterOf(picked)).toBe(filter)
  }
  expect(pickedBy('THING//x')).toBeUndefined()
  expect(pickedBy('PLACE/#/x')).toBeUndefined()
})

test('every form of the picker is one of the contract', () => {
  const forms = scopeKinds.map((kind) => filterOf({ kind, values: [] }))
  expect(['#', ...pathForms]).toEqual(expect.arrayContaining(forms))
  expect(Object.values(scopeForms).every(({ label }) => label !== '')).toBe(true)
})
