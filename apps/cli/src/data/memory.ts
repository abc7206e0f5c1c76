import { join } from 'node:path'
import { z } from 'zod'
import { readPrivate, writePrivate } from './private-file.ts'

const schema = z.object({
  ports: z.object({ postgres: z.number().optional(), clickhouse: z.number().optional() }),
  /** Where Postgres' files are, and what the data directory was called then: it may be a copy, or have been moved. */
  postgres: z.object({ directory: z.string(), dataDir: z.string() }).optional(),
  /** Which installation it belongs to; Postgres and ClickHouse have the same id. */
  installation: z.string().optional(),
  /**
   * How far the demo organization has come: its loading has begun, it is there, its key and password
   * were shown. `declined`: the database had organizations already.
   */
  demo: z.enum(['begun', 'loaded', 'shown', 'declined']).optional(),
})

type Content = z.output<typeof schema>

/** What a machine remembers from one start to the next. */
export interface Memory {
  readonly content: Readonly<Content>
  remember(change: Partial<Content>): void
}

export function openMemory(dataDir: string): Memory {
  const path = join(dataDir, 'memory.json')
  const memory = {
    content: readPrivate(path, schema) ?? { ports: {} },
    remember(change: Partial<Content>) {
      memory.content = { ...memory.content, ...change }
      writePrivate(path, memory.content)
    },
  }
  return memory
}
