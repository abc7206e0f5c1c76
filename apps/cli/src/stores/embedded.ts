import { join } from 'node:path'
import {
  EmbeddedStoreError,
  forkClickHouse,
  forkPostgres,
  postgresDirectory,
  type StoreProcess,
} from '@sluice/embedded'
import type { Memory } from '../data/memory.ts'
import type { Secrets } from '../data/secrets.ts'

/** Where the stores of one machine live. */
export interface StoreHome {
  readonly dataDir: string
  readonly secrets: Secrets
  readonly memory: Memory
}

export type StoreName = 'postgres' | 'clickhouse'

/** `url` holds the password. */
export type EmbeddedStore = StoreProcess & { readonly url: string }

type Log = (line: string) => void

const forks = {
  postgres: ({ dataDir, secrets }: StoreHome, log: Log, port?: number) =>
    forkPostgres({
      directory: postgresDirectory(dataDir).directory,
      password: secrets.databasePassword,
      log,
      ...(port === undefined ? {} : { port }),
    }),
  clickhouse: ({ dataDir, secrets }: StoreHome, log: Log, port?: number) =>
    forkClickHouse({
      directory: join(dataDir, 'clickhouse'),
      password: secrets.clickhousePassword,
      log,
      ...(port === undefined ? {} : { port }),
    }),
} satisfies Record<StoreName, (home: StoreHome, log: Log, port?: number) => Promise<EmbeddedStore>>

/** Starts a store on the port of last time, or on another one when that is taken now. */
export async function startStore(
  name: StoreName,
  home: StoreHome,
  log: Log,
): Promise<EmbeddedStore> {
  const { memory } = home
  const port = memory.content.ports[name]
  if (port !== undefined) {
    try {
      return await restartStore(name, home, log)
    } catch (error) {
      if (!(error instanceof EmbeddedStoreError && error.code === 'port-taken')) throw error
    }
  }
  const store = await forks[name](home, log)
  try {
    memory.remember({ ports: { ...memory.content.ports, [name]: store.port } })
    return store
  } catch (error) {
    await store.stop()
    throw error
  }
}

/** Starts a store on its port and no other: those who use it know its address. */
export function restartStore(name: StoreName, home: StoreHome, log: Log): Promise<EmbeddedStore> {
  return forks[name](home, log, home.memory.content.ports[name])
}
