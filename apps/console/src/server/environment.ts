import {
  authSecret,
  type BucketPlace,
  type CoreOptions,
  clickhouseUrl,
  databaseUrl,
  keyPeppers,
  nodesFault,
  privateProviders,
  publicOrigin,
  publicUrl,
  valkeyUrls,
} from '@sluice/core'
import { type MailSettings, mailFault, mailSettings, mailVariables } from '@sluice/mail'
import { internalRpcOverHttp } from '@sluice/runtime/internal-rpc-http'
import { z } from 'zod'

const schema = z.object({
  DATABASE_URL: databaseUrl,
  CLICKHOUSE_URL: clickhouseUrl,
  CLICKHOUSE_CLUSTER: z.string().optional(),
  KEY_PEPPERS: keyPeppers,
  AUTH_SECRET: authSecret,
  CONSOLE_URL: publicOrigin,
  API_URL: publicUrl,
  VALKEY_URL: valkeyUrls,
  NODES: z.coerce.number().int().min(1).default(1),
  API_INTERNAL_URL: z.url().optional(),
  INTERNAL_SECRET: z.string().optional(),
  SAMPLE_WRITER: z.enum(['api', 'any']).default('any'),
  LOCAL_RECEIVERS: z.stringbool().default(false),
  PRIVATE_PROVIDERS: privateProviders,
  ...mailVariables,
})

export interface Environment {
  readonly databaseUrl: string
  readonly clickhouseUrl: string
  readonly clickhouseCluster: string | undefined
  /** Key peppers by version. */
  readonly peppers: ReadonlyMap<number, string>
  /** Signs session cookies. */
  readonly authSecret: string
  /** Where browsers reach this console. */
  readonly consoleUrl: string
  /** Where callers reach `/v2`; shown to users, never called from here. */
  readonly apiUrl: string
  /** Where the rate limit budgets are, which the API spends and this console shows. */
  readonly buckets: BucketPlace
  /** Which processes write samples. If only the API does, it may cache them. */
  readonly sampleWriter: NonNullable<CoreOptions['sampleWriter']>
  /** Whether integrations may reach this machine, and by plain http. */
  readonly localReceivers: boolean
  /** Hosts of identity providers that may be in a private network, as in a URL: with the port if it is not 443. */
  readonly privateProviders: readonly string[]
  /** How mail is sent; undefined if it is off. */
  readonly mail: MailSettings | undefined
}

/** Validates environment variables. The error lists every fault at once and contains no values. */
export function parseEnvironment(variables: Record<string, string | undefined>): Environment {
  const parsed = schema.safeParse(variables)
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}`)
    throw new Error(`The console's environment is not usable:\n${faults.join('\n')}`)
  }
  const { NODES, VALKEY_URL } = parsed.data
  const fault = mailFault(parsed.data) ?? nodesFault(NODES, VALKEY_URL)
  if (fault) throw new Error(fault)
  return {
    databaseUrl: parsed.data.DATABASE_URL,
    clickhouseUrl: parsed.data.CLICKHOUSE_URL,
    clickhouseCluster: parsed.data.CLICKHOUSE_CLUSTER || undefined,
    peppers: parsed.data.KEY_PEPPERS,
    authSecret: parsed.data.AUTH_SECRET,
    consoleUrl: parsed.data.CONSOLE_URL,
    apiUrl: parsed.data.API_URL,
    buckets: bucketPlace(parsed.data),
    sampleWriter: sampleWriter(parsed.data),
    localReceivers: parsed.data.LOCAL_RECEIVERS,
    privateProviders: parsed.data.PRIVATE_PROVIDERS,
    mail: mailSettings(parsed.data),
  }
}

function bucketPlace(variables: z.output<typeof schema>): BucketPlace {
  const { VALKEY_URL: urls, NODES: nodes } = variables
  if (urls.length > 0) return { kind: 'shared', urls, nodes }
  const api = apiProcess(variables)
  return api ? { kind: 'remote', other: api } : { kind: 'memory' }
}

function sampleWriter(variables: z.output<typeof schema>): Environment['sampleWriter'] {
  if (variables.SAMPLE_WRITER === 'any') return { kind: 'nodes', flushes: false }
  return { kind: 'another', at: apiProcess(variables) }
}

/** The API on this machine, if this console may make internal calls to it. */
function apiProcess({ API_INTERNAL_URL: url, INTERNAL_SECRET: secret }: z.output<typeof schema>) {
  return url && secret ? internalRpcOverHttp(url, secret) : undefined
}

let parsed: Environment | undefined

/** The environment, read at first use because `next build` runs without it. */
export function environment(): Environment {
  parsed ??= parseEnvironment(process.env)
  return parsed
}
