import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { decoded } from './decoded.ts'

const pages = fileURLToPath(new URL('../app', import.meta.url))

test.each([
  ['a%2Fb', 'a/b'],
  ['100%25', '100%'],
  ['%D8%B4', 'ش'],
  ['%zz', '%zz'],
  ['%D8', '%D8'],
])('decodes the path segment %s to %s', (part, text) => {
  expect(decoded(part)).toBe(text)
})

test('no page calls decodeURIComponent, which throws on a malformed URL', () => {
  const failing = readdirSync(pages, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('api/'))
    .filter((file) => readFileSync(`${pages}/${file}`, 'utf8').includes('decodeURIComponent'))
  expect(failing).toEqual([])
})
