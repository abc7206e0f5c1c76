import { expect, test } from 'vitest'
import { foundEntry, localEntries } from './entries.ts'
import { pageLetters } from './letters.ts'

const labels = (text: string, mayChange = true) =>
  localEntries(text, mayChange).map(({ label }) => label)

test('every typed word must begin a word of the label', () => {
  expect(labels('thing')).toEqual([
    ...['Things', 'Thing types', 'Create thing', 'Create thing type', 'Import things'],
  ])
  expect(labels('cr k')).toEqual(['Create key'])
  expect(labels('xyz')).toEqual([])
})

test('offers no actions to a viewer', () => {
  expect(labels('create', false)).toEqual([])
})

test('every letter leads to an existing page', () => {
  const hrefs = localEntries('', false).map(({ href }) => href)
  for (const href of Object.values(pageLetters)) expect(hrefs).toContain(href)
})

test('escapes an id in its URL', () => {
  expect(foundEntry({ kind: 'thing', id: 'a~b', name: 'A' }).href).toBe('/things/a~b')
  expect(foundEntry({ kind: 'site', id: 'a&b', name: 'A' }).href).toBe('/sites/a%26b')
})
