import { expect, test } from 'vitest'
import {
  type Preferences,
  readPreferences,
  standardPreferences,
  writePreferences,
} from './preferences.ts'

const own: Preferences = {
  ...{ rows: 'dense', times: 'own', zone: 'Europe/Oslo' },
  hidden: { things: ['Id', 'Zuletzt; gesehen'] },
}

test('reads preferences back as they were written', () => {
  expect(readPreferences(writePreferences(own))).toEqual(own)
  expect(writePreferences(own)).toMatch(/^[^\s;,"]+$/)
})

test.each([
  undefined,
  '',
  '%',
  'null',
  '7',
  '[]',
  '{"rows":"tall","times":7,"zone":"Mars/Base","hidden":{"things":"Id"}}',
  '{"hidden":{"things":[7]},"zone":null}',
])('a cookie of %j gives the defaults', (value) => {
  expect(readPreferences(value)).toEqual(standardPreferences)
})

test('drops only the hidden columns if they exceed the size of a cookie', () => {
  const hidden = Object.fromEntries(
    Array.from({ length: 100 }, (_, i) => [
      `list-${i}`,
      ['Description', 'Last changed', 'Created'],
    ]),
  )
  const value = writePreferences({ ...own, hidden })
  expect(value.length).toBeLessThan(4096)
  expect(readPreferences(value)).toEqual({ ...own, hidden: {} })
})
