import { existsSync } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { EmbeddedStoreError } from '../error.ts'
import { freePort } from '../free-port.ts'
import type { RunningStore } from '../process/run-store.ts'
import { postgresAccount } from './account.ts'
import { postgresBinaries } from './binaries.ts'
import { ensureDatabase } from './database.ts'
import { postgresFailure } from './failures.ts'
import { type Cluster, initialize } from './initialize.ts'
import { clearOrphan } from './orphan.ts'
import { type PostgresServer, startServer } from './server.ts'
import { type Account, firstBarrier, makeTraversable } from './traversable.ts'

export type PostgresOptions = {
  /** The data directory, as returned by `postgresDirectory`. */
  directory: string
  /** Of the superuser; fixed when the directory is first created. */
  password: string
  /** Whether a database is known to exist: then none is created in an empty directory. */
  made?: boolean
  /** By default a free one: to have a stable address, pass the same one again. */
  port?: number
}

/**
 * Starts Postgres on `directory`, which it creates if it is new, and waits until it serves, however long it recovers. The
 * signal ends that.
 */
export async function startPostgres(
  { directory, password, made = false, port = 0 }: PostgresOptions,
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<RunningStore> {
  const account = postgresAccount()
  const place = await prepare(directory, account)
  const binaries = await postgresBinaries(account, path.dirname(place))
  const cluster = { directory: place, password, binaries, account }
  if (await isAbsent(place)) {
    if (made) throw lost(place)
    await initialize(cluster)
  }
  await clearOrphan(place, log)
  const address = port || (await freePort())
  const server = await startServer({ cluster, port: address, log, signal })
  await ensureDatabase(address, password, place).catch(async (error) => {
    await server.stop()
    throw error
  })
  return {
    port: address,
    pid: server.pid,
    stop: server.stop,
    died: deathOf(server, { ...cluster, port: address }),
  }
}

/** The real path, so that every start uses the same name, whatever symlink it was given. */
async function prepare(directory: string, account: Account | undefined): Promise<string> {
  const parent = path.dirname(path.resolve(directory))
  await makeTraversable(parent)
  const barrier = account && firstBarrier(parent, account)
  if (!barrier) return path.join(await realpath(parent), path.basename(directory))
  throw new EmbeddedStoreError(
    'data-directory-unreachable',
    `Postgres does not run as root but as the system user "postgres", which may not enter ${barrier}, so it cannot keep its data in ${directory}. Let it enter (chmod o+x ${barrier}), choose a data directory elsewhere, or start as an ordinary user.`,
  )
}

async function isAbsent(directory: string): Promise<boolean> {
  if (existsSync(path.join(directory, 'PG_VERSION'))) return false
  const content = await readdir(directory).catch(emptyWhenMissing)
  if (content.length === 0) return true
  throw new EmbeddedStoreError(
    'data-directory-foreign',
    `${directory} is not empty and is not a Postgres data directory. Move it away, or choose another data directory.`,
  )
}

function lost(directory: string): EmbeddedStoreError {
  return new EmbeddedStoreError(
    'data-directory-lost',
    `Postgres has been used with this data directory, and its files are not in ${directory}. Restore them from the backup. After the data directory was copied or moved, copy them (cp -a) from where Postgres was before: the start printed it if it was elsewhere.`,
  )
}

function emptyWhenMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

async function deathOf(server: PostgresServer, place: Cluster & { port: number }) {
  return postgresFailure('Postgres ended unexpectedly', await server.exited, place)
}
