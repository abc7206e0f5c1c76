// npm run release: keeps this checkout's OpenAPI document as that of the last release. Says what breaks callers.
import { writeFileSync } from 'node:fs'
import { breakingChanges } from './breaking-changes.ts'
import { currentDocument, lastReleased, releasedFile } from './released.ts'

const current = currentDocument()
const broken = breakingChanges(lastReleased(), current)
writeFileSync(releasedFile, `${JSON.stringify(current, null, 1)}\n`)
for (const change of broken) console.log(`- ${change}`)
console.log(
  broken.length === 0
    ? 'Released. Nothing that callers depend on has changed.'
    : `Released with ${broken.length} breaking changes: name them in CHANGELOG.md under "Breaking".`,
)
