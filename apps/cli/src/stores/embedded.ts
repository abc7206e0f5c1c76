import { join } from 'node:path'
import {
  EmbeddedStoreError,
  forkClickHouse,
  forkPostgres,
  type StoreProcess,
} from '@sluice/embedded'
import type { Log } from '../data/logs.ts'
import type { Memory } from '../data/memory.ts'
import type { Secrets } from '../data/secrets.ts'
import { postgresPlace } from './postgres-place.ts'

/** Where the stores of one machine live. */
export interface StoreHome {
  readonly dataDir: string
  readonly secrets: Secrets
  readonly memory: Memory
  /** Ends starts of stores. */
  readonly signal?: AbortSignal
}

export type StoreName = 'postgres' | 'clickhouse'

/** `url` holds the password. */
export type EmbeddedStore = StoreProcess & { readonly url: string }

type Write = Log['write']

const forks = {
  postgres: async (home: StoreHome, log: Write, port?: number) =>
    forkPostgres({
      ...postgresPlace(home),
      password: home.secrets.databasePassword,
      ...{ log, signal: home.signal },
      ...(port === undefined ? {} : { port }),
    }),
  clickhouse: ({ dataDir, secrets, signal }: StoreHome, log: Write, port?: number) =>
    forkClickHouse({
      directory: join(dataDir, 'clickhouse'),
      password: secrets.clickhousePassword,
      ...{ log, signal },
      ...(port === undefined ? {} : { port }),
    }),
} satisfies Record<
  StoreName,
  (home: StoreHome, log: Write, port?: number) => Promise<EmbeddedStore>
>

/**
 * Starts a store on the port of last time, or on another one when that is taken now, and remembers where it is.
 *
 * @throws EmbeddedStoreError, which names the log
 */
export async function startStore(
  name: StoreName,
  home: StoreHome,
  log: Log,
): Promise<EmbeddedStore> {
  const { dataDir, memory } = home
  const store = await startOnSomePort(name, home, log.write).catch((error) => {
    if (!(error instanceof EmbeddedStoreError)) throw error
    const message = `${error.message}\nIts log: ${log.path}`
    throw new EmbeddedStoreError(error.code, message, { cause: error })
  })
  try {
    memory.remember({
      ports: { ...memory.content.ports, [name]: store.port },
      ...(name === 'postgres' && {
        postgres: { directory: postgresPlace(home).directory, dataDir },
      }),
    })
    return store
  } catch (error) {
    await store.stop()
    throw error
  }
}

async function startOnSomePort(
  name: StoreName,
  home: StoreHome,
  log: Write,
): Promise<EmbeddedStore> {
  if (home.memory.content.ports[name] !== undefined) {
    try {
      return await restartStore(name, home, log)
    } catch (error) {
      if (!(error instanceof EmbeddedStoreError && error.code === 'port-taken')) throw error
    }
  }
  return forks[name](home, log)
}

/** Starts a store on its port and no other: those who use it know its address. */
export function restartStore(name: StoreName, home: StoreHome, log: Write): Promise<EmbeddedStore> {
  return forks[name](home, log, home.memory.content.ports[name])
}
