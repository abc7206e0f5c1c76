import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { isSecurityContact } from '@sluice/contract'
import {
  authSecret,
  clickhouseUrl,
  corsOrigins,
  databaseUrl,
  keyPeppers,
  nodesFault,
  privateProviders,
  publicOrigin,
  publicUrl,
  trustedProxies,
  valkeyUrls,
} from '@sluice/core'
import { mailFault, mailVariables } from '@sluice/mail'
import { z } from 'zod'
import { LaunchError } from '../launch/launch-error.mjs'
import { repositoryRoot } from '../launch/node.mjs'

const port = (standard: number) =>
  z.coerce
    .number('must be a port number')
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(65_535, 'must be at most 65535')
    .default(standard)

const MEBIBYTE = 1024 * 1024

/** Text that is kept as it is: what reads it in the end parses it again. */
export const kept = (schema: z.ZodType) =>
  z.string().superRefine((text, context) => {
    const { error } = schema.safeParse(text)
    if (error) context.addIssue(error.issues[0]?.message ?? '')
  })

const schema = z.object({
  HOST: z.string().default('127.0.0.1'),
  API_PORT: port(4000),
  CONSOLE_PORT: port(3000),
  API_URL: publicUrl.optional(),
  CONSOLE_URL: publicOrigin.optional(),
  DATA_DIR: z.string().default(join(repositoryRoot, '.sluice')),
  DATABASE_URL: databaseUrl.optional(),
  CLICKHOUSE_URL: clickhouseUrl.optional(),
  CLICKHOUSE_CLUSTER: z.string().optional(),
  VALKEY_URL: kept(valkeyUrls).optional(),
  NODES: z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .default(1),
  TELEMETRY_CACHE_BYTES: z.coerce
    .number('must be a whole number of bytes')
    .int('must be a whole number of bytes')
    .min(16 * MEBIBYTE, 'must be 16777216 or more')
    .optional(),
  KEY_PEPPERS: kept(keyPeppers).optional(),
  AUTH_SECRET: authSecret.optional(),
  TRUSTED_PROXIES: kept(trustedProxies).default(''),
  SECURITY_CONTACT: z
    .string()
    .refine(isSecurityContact, 'must be a mail address, or a mailto:, https: or tel: URI')
    .optional(),
  CORS_ORIGINS: kept(corsOrigins).default(''),
  ...mailVariables,
  LOCAL_RECEIVERS: z.stringbool('must be true or false').default(false),
  PRIVATE_PROVIDERS: kept(privateProviders).default(''),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
})

export type Environment = Omit<z.output<typeof schema>, 'API_URL' | 'CONSOLE_URL'> & {
  /** Where callers and browsers reach them; without a slash at the end. */
  readonly API_URL: string
  readonly CONSOLE_URL: string
}

/**
 * Checks a process's variables; empty ones count as not set.
 *
 * @throws LaunchError that names every variable at fault, and no values: some are secrets
 */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const { success, data, error } = schema.safeParse(set)
  if (!success) {
    const faults = error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}`)
    throw new LaunchError(`The environment is not valid:\n${faults.join('\n')}`)
  }
  if (data.API_PORT === data.CONSOLE_PORT) {
    throw new LaunchError('API_PORT and CONSOLE_PORT are equal. Choose two ports.')
  }
  if (data.CLICKHOUSE_CLUSTER !== undefined && data.CLICKHOUSE_URL === undefined) {
    throw new LaunchError(
      'CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL. Set it to any node of the cluster.',
    )
  }
  const fault = mailFault(data) ?? nodesFault(data.NODES, valkeyUrls.parse(data.VALKEY_URL))
  if (fault) throw new LaunchError(fault)
  return {
    ...data,
    DATA_DIR: resolve(data.DATA_DIR),
    API_URL: data.API_URL ?? localUrl(data.HOST, data.API_PORT),
    CONSOLE_URL: data.CONSOLE_URL ?? localUrl(data.HOST, data.CONSOLE_PORT),
  }
}

/** How a server on this machine is reached. One that listens everywhere is reached by loopback, too. */
export function localUrl(host: string, port: number): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`
  if (host === '::') return `http://[::1]:${port}`
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
}
