import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { circlesOf, sourcesBelow } from './imports.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

const file = (path: string, ...imports: string[]) => ({ path, imports, lines: 1, text: '' })

test('an import cycle is found with all its files', () => {
  const sources = [file('a', 'b'), file('b', 'c'), file('c', 'a', 'd'), file('d'), file('e', 'a')]
  expect(circlesOf(sources)).toEqual([['a', 'b', 'c']])
})

test('no file is part of an import cycle, types included', () => {
  const sources = sourcesBelow(root)
  expect(sources.length).toBeGreaterThan(1000)
  expect(circlesOf(sources)).toEqual([])
})
