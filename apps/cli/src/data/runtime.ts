import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readPrivate, writePrivate } from './private-file.ts'

const schema = z.object({
  pid: z.number(),
  apiUrl: z.string(),
  consoleUrl: z.string(),
  /** Once they serve a current schema; with passwords. */
  stores: z.object({ databaseUrl: z.string(), clickhouseUrl: z.string() }).optional(),
})

/** What a running product tells others of this user about itself. */
export type Runtime = z.output<typeof schema>

export const runtimePath = (dataDir: string) => join(dataDir, 'runtime.json')

/** What the running product wrote, or the last one when it did not end in order. */
export function readRuntime(dataDir: string): Runtime | undefined {
  return readPrivate(runtimePath(dataDir), schema)
}

export function writeRuntime(dataDir: string, runtime: Runtime): void {
  writePrivate(runtimePath(dataDir), runtime)
}

export function removeRuntime(dataDir: string): void {
  rmSync(runtimePath(dataDir), { force: true })
}
