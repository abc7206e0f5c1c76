import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = join(import.meta.dirname, '..')

/** Files that may import next/link: they link to full URLs, or only change the query. */
const ofNoOrganization = [
  'address/page-link.tsx',
  'app/not-found.tsx',
  'frame/navigation.tsx',
  'reference/operation-index.tsx',
]

test('every page links with PageLink, which stays in the organization', () => {
  const files = globSync('**/*.tsx', { cwd: sources })
  const linking = files.filter((file) =>
    /import Link.* from 'next\/link'/.test(readFileSync(join(sources, file), 'utf8')),
  )
  expect(linking.sort()).toEqual(ofNoOrganization)
})
