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

test('preferences are read from a cookie as they were written', () => {
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
])('a cookie that says %j leaves everything as it is for everybody', (value) => {
  expect(readPreferences(value)).toEqual(standardPreferences)
})

test('more hidden columns than a cookie can hold are forgotten, and nothing else', () => {
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
