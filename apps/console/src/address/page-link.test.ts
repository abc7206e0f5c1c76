import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = join(import.meta.dirname, '..')

/** These name whole addresses, or only a query. */
const ofNoOrganization = [
  'address/page-link.tsx',
  'app/not-found.tsx',
  'frame/navigation.tsx',
  'reference/operation-index.tsx',
]

test('every link of a page is a PageLink, which keeps the organization of the page', () => {
  const files = globSync('**/*.tsx', { cwd: sources })
  const linking = files.filter((file) =>
    /from 'next\/link'/.test(readFileSync(join(sources, file), 'utf8')),
  )
  expect(linking.sort()).toEqual(ofNoOrganization)
})
