import {
  clickhouseUrl,
  databaseUrl,
  isAddressOrNetwork,
  keyPeppers,
  nodesFault,
  publicOrigin,
  publicUrl,
  valkeyUrls,
} from '@sluice/core'
import { z } from 'zod'

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  )

const port = z.coerce.number().int().min(0).max(65_535)

const schema = z.object({
  HOST: z.string().default('127.0.0.1'),
  API_PORT: port.default(4000),
  /** What callers reach the API by; problem types and the OpenAPI document name it. */
  API_URL: publicUrl.optional(),
  CONSOLE_URL: publicOrigin.optional(),
  DATABASE_URL: databaseUrl,
  CLICKHOUSE_URL: clickhouseUrl,
  /** The cluster that it is a node of. */
  CLICKHOUSE_CLUSTER: z.string().optional(),
  KEY_PEPPERS: keyPeppers,
  /** Valkey or Redis, several addresses for a cluster: the buckets that all nodes share. */
  VALKEY_URL: valkeyUrls,
  /** How many nodes share them. */
  NODES: z.coerce.number().int().min(1).default(1),
  /** Who writes samples: this API alone, or any node, through the log that they share in Postgres. */
  SAMPLE_WRITER: z.enum(['api', 'any']).default('any'),
  /** Where that is this API: the folder of the samples that it has acknowledged and not stored yet. */
  SAMPLE_LOG: z.string().optional(),
  /** Of memory for samples, where that is this API; a part of the machine's without it. */
  TELEMETRY_CACHE_BYTES: z.coerce.number().int().min(0).optional(),
  /** Where the buckets of a single node are kept over its restarts. */
  BUCKETS_FILE: z.string().optional(),
  /** Whoever shows it may look at the buckets of this node; nobody without it. */
  INTERNAL_SECRET: z.string().min(32).optional(),
  TRUSTED_PROXIES: list.refine(
    (entries) => entries.every(isAddressOrNetwork),
    'must be addresses and CIDRs without host bits',
  ),
  CORS_ORIGINS: list,
  /** Who is notified of faults in the service's security: what security.txt names. */
  SECURITY_CONTACT: z.string().optional(),
  /** Lets integrations reach this machine, and by plain http: for development. */
  LOCAL_RECEIVERS: z.stringbool().default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

/** One that alone writes samples has a log of them. */
const hasLog = ({ SAMPLE_WRITER, SAMPLE_LOG }: z.output<typeof schema>) =>
  SAMPLE_WRITER !== 'api' || SAMPLE_LOG !== undefined
const noLog = { path: ['SAMPLE_LOG'], message: 'must name a folder where SAMPLE_WRITER is api' }

export type Environment = z.output<typeof schema>

/** Reads the process's environment. Throws one message that names every variable at fault, never a value. */
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
