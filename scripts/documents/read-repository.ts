import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Repository } from './faults.ts'

/** Folders that hold nothing of the repository's own. */
const FOREIGN = new Set(['node_modules', '.git', '.sluice', '.next', '.turbo', 'dist', 'generated'])

/** Reads a checkout, with git or without. */
export function readRepository(root: string): Repository {
  const found = globSync('**', {
    cwd: root,
    withFileTypes: true,
    exclude: (entry) => FOREIGN.has(entry.name),
  })
  const files = found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, sep).length))
    .map((path) => path.split(sep).join('/'))
  const documents = files
    .filter((path) => path.endsWith('.md'))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)
  return { files: new Set(files), documents: new Map(documents) }
}
