import {
  clickhouseUrl,
  corsOrigins,
  databaseUrl,
  keyPeppers,
  nodesFault,
  publicOrigin,
  publicUrl,
  trustedProxies,
  valkeyUrls,
} from '@sluice/core'
import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65_535)

const schema = z.object({
  HOST: z.string().default('127.0.0.1'),
  API_PORT: port.default(4000),
  /** The API's public URL, used in problem types and the OpenAPI document. */
  API_URL: publicUrl.optional(),
  CONSOLE_URL: publicOrigin.optional(),
  DATABASE_URL: databaseUrl,
  CLICKHOUSE_URL: clickhouseUrl,
  /** The cluster that ClickHouse belongs to. */
  CLICKHOUSE_CLUSTER: z.string().optional(),
  KEY_PEPPERS: keyPeppers,
  /** Valkey or Redis for buckets that all nodes share; several addresses for a cluster. */
  VALKEY_URL: valkeyUrls,
  /** How many nodes share them. */
  NODES: z.coerce.number().int().min(1).default(1),
  /** Which process writes samples: this API alone, or any node, through a shared log in Postgres. */
  SAMPLE_WRITER: z.enum(['api', 'any']).default('any'),
  /** In the first case, the folder of the write-ahead log. */
  SAMPLE_LOG: z.string().optional(),
  /**
   * Bytes of memory for cached samples; by default a part of the machine's. `sluice start` requires 16 MiB; measurements
   * run with less, down to none.
   */
  TELEMETRY_CACHE_BYTES: z.coerce.number().int().min(0).optional(),
  /** Where the buckets of a single node are stored across restarts. */
  BUCKETS_FILE: z.string().optional(),
  /** Authorizes other processes to read the buckets of this node; without it, none may. */
  INTERNAL_SECRET: z.string().min(32).optional(),
  TRUSTED_PROXIES: trustedProxies,
  CORS_ORIGINS: corsOrigins,
  /** The contact for security issues, published in security.txt. */
  SECURITY_CONTACT: z.string().optional(),
  /** Lets integrations call this machine, and over plain http: for development. */
  LOCAL_RECEIVERS: z.stringbool().default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

/** A single writer needs a log. */
const hasLog = ({ SAMPLE_WRITER, SAMPLE_LOG }: z.output<typeof schema>) =>
  SAMPLE_WRITER !== 'api' || SAMPLE_LOG !== undefined
const noLog = { path: ['SAMPLE_LOG'], message: 'must name a folder where SAMPLE_WRITER is api' }

export type Environment = z.output<typeof schema>

/** Reads the process's environment. Throws one message that names every faulty variable, but no values. */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const result = schema.refine(hasLog, noLog).safeParse(set)
  if (result.success) {
    const fault = nodesFault(result.data.NODES, result.data.VALKEY_URL)
    if (fault) throw new Error(fault)
    return result.data
  }
  const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The environment is not valid:\n${faults.join('\n')}`)
}
