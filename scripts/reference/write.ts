// npm run reference: writes the pages of docs/reference that are made from the code.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { referencePages } from './pages.ts'

const folder = fileURLToPath(new URL('../../docs/reference', import.meta.url))
mkdirSync(folder, { recursive: true })
for (const [file, text] of Object.entries(await referencePages())) {
  writeFileSync(join(folder, file), text)
}
