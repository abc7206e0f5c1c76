import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { faultsOf } from './faults.ts'
import { parseDocument } from './parse.ts'
import { readRepository } from './read-repository.ts'

const repository = readRepository(fileURLToPath(new URL('../../', import.meta.url)))

test('every relative link, anchor and cited path of the documents exists', () => {
  expect(faultsOf(repository)).toEqual([])
})

test('docs/README.md links to every page of docs/', () => {
  const { links } = parseDocument(repository.documents.get('docs/README.md') ?? '')
  const pages = [...repository.documents.keys()].filter((path) => path.startsWith('docs/'))
  const linked = new Set(links.map((link) => `docs/${link.split('#')[0]}`))
  expect(pages.filter((page) => page !== 'docs/README.md' && !linked.has(page))).toEqual([])
})

test('every page of docs/internals has a drawing', () => {
  const pages = [...repository.documents].filter(([path]) => path.startsWith('docs/internals/'))
  const undrawn = pages.filter(
    ([, text]) => !/^```mermaid\n(?:flowchart|sequenceDiagram)\b/m.test(text),
  )
  expect(undrawn.map(([path]) => path)).toEqual([])
})

test.for([
  ['README.md', 5_000],
  ['ARCHITECTURE.md', 9_000],
] as const)('%s has at most %i bytes', ([path, most]) => {
  const text = repository.documents.get(path) ?? ''
  expect(Buffer.byteLength(text)).toBeGreaterThan(0)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(most)
})
