import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { referencePages } from './pages.ts'

const pages = await referencePages()

test.for(Object.keys(pages))(
  'docs/reference/%s is up to date with the code (npm run reference)',
  (file) => {
    const committed = readFileSync(new URL(`../../docs/reference/${file}`, import.meta.url), 'utf8')
    expect(committed).toBe(pages[file])
  },
)
