import { expect, test } from 'vitest'
import { foundEntry, localEntries } from './entries.ts'
import { pageLetters } from './letters.ts'

const labels = (text: string, mayChange = true) =>
  localEntries(text, mayChange).map(({ label }) => label)

test('every word that is written begins a word of the page or the action', () => {
  expect(labels('thing')).toEqual([
    ...['Things', 'Thing types', 'Create thing', 'Create thing type', 'Import things'],
  ])
  expect(labels('cr k')).toEqual(['Create key'])
  expect(labels('xyz')).toEqual([])
})

test('who may change nothing is offered no action', () => {
  expect(labels('create', false)).toEqual([])
})

test('every letter leads to a page that there is', () => {
  const hrefs = localEntries('', false).map(({ href }) => href)
  for (const href of Object.values(pageLetters)) expect(hrefs).toContain(href)
})

test('an id is escaped in the address it leads to', () => {
  expect(foundEntry({ kind: 'thing', id: 'a~b', name: 'A' }).href).toBe('/things/a~b')
  expect(foundEntry({ kind: 'site', id: 'a&b', name: 'A' }).href).toBe('/sites/a%26b')
})
