import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A new directory that any account may enter; `remove` deletes it with all that is in it. */
export function temporaryDirectory(): { path: string; remove(): void } {
  const directory = mkdtempSync(path.join(tmpdir(), 'sluice-embedded-'))
  chmodSync(directory, 0o755)
  return {
    path: directory,
    remove: () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }),
  }
}
