import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { z } from 'zod'
import { LaunchError } from '../../launch/launch-error.mjs'

/**
 * Reads a JSON file of the data directory; undefined when there is none.
 *
 * @throws LaunchError that names the invalid fields, but no values, because some are secrets
 */
export function readPrivate<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): z.output<Schema> | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const result = schema.safeParse(parsed(text, path))
  if (result.success) return result.data
  const faults = result.error.issues.filter((issue) => issue.path.length > 0)
  const named = faults.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')
  throw new LaunchError(
    `${path} is damaged${named && ` (${named})`}. Restore it from a backup of the data directory.`,
  )
}

function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Without the cause, which quotes the text.
    throw new LaunchError(
      `${path} is not valid JSON. Correct it, or restore it from a backup of the data directory.`,
    )
  }
}

/** Writes a JSON file that only this user can read: all of it or nothing, and on the disk when it returns. */
export function writePrivate(path: string, content: object): void {
  const draft = `${path}.draft`
  try {
    writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true })
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
