import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { postgresAccount } from './account.ts'
import { firstBarrier } from './traversable.ts'

/** The place for root's Postgres if its account cannot reach the data directory. */
const systemDirectory = '/var/lib/sluice'

/**
 * Chooses the directory of Postgres' files: `<dataDir>/postgres`, unless this is root and the account that Postgres
 * runs as may not enter it (a checkout below /root); then a directory below /var/lib/sluice for this path, unless only
 * the former has files.
 */
export function postgresDirectory(dataDir: string): string {
  const wanted = path.join(path.resolve(dataDir), 'postgres')
  const account = postgresAccount()
  const barrier = account && firstBarrier(path.dirname(wanted), account)
  if (!barrier) return wanted
  const hash = createHash('sha256').update(wanted).digest('hex').slice(0, 16)
  const outside = path.join(systemDirectory, hash, 'postgres')
  return isCluster(wanted) && !isCluster(outside) ? wanted : outside
}

/** Whether Postgres' files are there. */
export function isCluster(directory: string): boolean {
  return existsSync(path.join(directory, 'PG_VERSION'))
}
