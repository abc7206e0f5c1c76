import { createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { authSecret, keyPeppers } from '@sluice/core'
import { z } from 'zod'
import { LaunchError } from '../../launch/launch-error.mjs'
import { type Environment, kept } from '../environment.ts'
import { readPrivate, writePrivate } from './private-file.ts'

const schema = z.object({
  databasePassword: z.string(),
  clickhousePassword: z.string(),
  /** Operators rotate these two by editing the file. */
  keyPeppers: kept(keyPeppers),
  authSecret,
})

export type Secrets = z.output<typeof schema>

/** The secrets of this machine: made once, then kept beside the data that depends on them. */
export function keptSecrets(dataDir: string): Secrets {
  const path = join(dataDir, 'secrets.json')
  const before = readPrivate(path, schema)
  if (before) return before
  const made = {
    databasePassword: secret(),
    clickhousePassword: secret(),
    keyPeppers: `1:${secret()}`,
    authSecret: secret(),
  }
  writePrivate(path, made)
  return made
}

/** What this machine's processes show each other. */
export function internalSecret({ authSecret }: Secrets): string {
  return createHmac('sha256', authSecret).update('internal').digest('hex')
}

type Shared = 'KEY_PEPPERS' | 'AUTH_SECRET'

/**
 * The secrets that must be given because other nodes share them, which is when a store is not embedded.
 *
 * @throws LaunchError that names those missing of `wanted`
 */
export function requireShared(environment: Environment, wanted: readonly Shared[]): void {
  if (!environment.DATABASE_URL && !environment.CLICKHOUSE_URL) return
  const missing = wanted.filter((name) => environment[name] === undefined)
  if (missing.length === 0) return
  const set = environment.DATABASE_URL ? 'DATABASE_URL' : 'CLICKHOUSE_URL'
  throw new LaunchError(
    `${missing.join(' and ')} must be set, because ${set} is set: all nodes on the same stores need the ` +
      'same secrets. Example: KEY_PEPPERS=1:$(openssl rand -hex 32) and AUTH_SECRET=$(openssl rand -hex 32).',
  )
}

function secret(): string {
  return randomBytes(32).toString('hex')
}
