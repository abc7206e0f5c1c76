import { createHash } from 'node:crypto'
import path from 'node:path'
import { postgresAccount } from './account.ts'
import { firstBarrier } from './traversable.ts'

/** Where root's Postgres goes when its account cannot reach the data directory. */
const systemDirectory = '/var/lib/sluice'

/** `barrier` is the directory that ruled out `<dataDir>/postgres`; worth a line to the operator. */
export type PostgresDirectory = { directory: string; barrier?: string }

/**
 * Chooses the directory of Postgres' files: `<dataDir>/postgres`, unless this is root and the
 * account that Postgres runs as may not enter it (a checkout below /root); then a place below
 * /var/lib/sluice that belongs to this data directory alone. The same input gives the same place.
 */
export function postgresDirectory(dataDir: string): PostgresDirectory {
  const wanted = path.join(path.resolve(dataDir), 'postgres')
  const account = postgresAccount()
  const barrier = account && firstBarrier(path.dirname(wanted), account)
  if (!barrier) return { directory: wanted }
  const hash = createHash('sha256').update(wanted).digest('hex').slice(0, 16)
  return { directory: path.join(systemDirectory, hash, 'postgres'), barrier }
}
