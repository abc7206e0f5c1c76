import { expect, test } from 'vitest'
import { keyThen } from './key-then.ts'

const scope = (resourceFilter: string) => ({ action: 'read' as const, resourceFilter })
const access = (filter: string) => ({ scopes: [scope(filter)], allowedIpCidrs: [] })

test('an unchanged key had what it has now', () => {
  expect(keyThen(access('now'), [])).toEqual({ ...access('now'), hasChanged: false })
})

test('a changed key had what it was before the first change', () => {
  const since = [{ before: null }, { before: access('then') }, { before: access('later') }]
  expect(keyThen(access('now'), since)).toEqual({ ...access('then'), hasChanged: true })
})

test('a change of only the name does not count', () => {
  expect(keyThen(access('now'), [{ before: access('now') }]).hasChanged).toBe(false)
})
