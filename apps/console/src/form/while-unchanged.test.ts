import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { nextStart } from './while-unchanged.tsx'

const root = fileURLToPath(new URL('..', import.meta.url))
const start = { row: 'as it was', version: '1' }
const newest = { row: 'as a colleague saved it', version: '2' }

test('a form restarts from a concurrent change, unless something was entered', () => {
  expect(nextStart(start, newest, false)).toBe(newest)
  expect(nextStart(start, newest, true)).toBe(start)
})

test('reading the same version again leaves the form alone', () => {
  expect(nextStart(start, { ...start, row: 'read again' }, false)).toBe(start)
})

test('no form is remounted because the resource it edits has a new version', () => {
  const thrown = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .filter((file) => {
      const source = readFileSync(`${root}/${file}`, 'utf8')
      return /<(Edit|Apply|\w+Form)\w* key=\{[^}]*(etag|updatedAt|stringify)/i.test(source)
    })
  expect(thrown).toEqual([])
})
