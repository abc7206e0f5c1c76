import type { StoreHome } from './embedded.ts'

/** Where the stores are; with passwords, so these must not reach a log. */
export interface StoreAddresses {
  readonly databaseUrl: string
  readonly clickhouseUrl: string
  /** The cluster that it is a node of. */
  readonly clickhouseCluster?: string | undefined
  /** The data directory, where this process started some of them. */
  readonly home?: StoreHome
}
