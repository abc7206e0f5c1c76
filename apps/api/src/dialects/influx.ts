/**
 * InfluxDB's two endpoints for writing lines, for its existing clients: Telegraf, the client libraries and the command
 * line. The bucket or database that they name is ignored: the key decides the organization.
 *
 * {@link https://docs.influxdata.com/influxdb/v2/api/v2/#operation/PostWrite}, {@link
 * https://docs.influxdata.com/influxdb/v1/tools/api/#write-http-endpoint}
 */
import type { IngestedThings } from '@sluice/contract'
import type { Problem } from '@sluice/runtime'
import { keyOfAuthorization } from './authorization.ts'
import type { Dialect, Query, Reply } from './dialect.ts'
import { namedFaults } from './named-faults.ts'

/** Parameters of InfluxDB that are ignored: they name what the key decides, or where a cluster keeps copies. */
const WITHOUT_MEANING = new Set(['org', 'orgID', 'bucket', 'db', 'rp', 'consistency'])

/** The abbreviations of version 1. */
const precisions = new Map([
  ['n', 'ns'],
  ['u', 'us'],
])

/** As in InfluxDB, good lines are stored even if others are bad. */
function queryOf(query: Query): Query {
  const known = Object.entries(query).filter(([name]) => !WITHOUT_MEANING.has(name))
  const { precision, ...rest } = Object.fromEntries(known)
  const unit = typeof precision === 'string' ? (precisions.get(precision) ?? precision) : precision
  return { onError: 'skip', ...rest, ...(unit === undefined ? {} : { precision: unit }) }
}

/** `/body/17/temperature` is the field temperature of line 17. */
function placeOf(pointer: string): string {
  const [, line, ...path] = /^\/body\/(\d+)(?:\/(?:values\/)?(.*))?$/.exec(pointer) ?? []
  const field = path[0]?.replaceAll('~1', '/').replaceAll('~0', '~')
  return line === undefined ? pointer : `line ${line}${field === undefined ? '' : `, ${field}`}`
}

function messageOf({ code, detail, errors = [] }: Problem): string {
  if (code === 'key-missing') {
    return 'The key is missing. Send it as Authorization: Token <key>, or as the password of Basic.'
  }
  return errors.length === 0 ? detail : `${detail} ${namedFaults(errors, placeOf)}`
}

/** Undefined if all samples were stored. */
function lossOf(output: unknown): string | undefined {
  const { accepted, rejected, errors } = output as IngestedThings
  if (rejected === 0) return undefined
  return `partial write: ${accepted} stored, ${rejected} refused: ${namedFaults(errors, placeOf)}`
}

const codes: Partial<Record<number, string>> = {
  400: 'invalid',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not found',
  413: 'request too large',
  429: 'too many requests',
  500: 'internal error',
  503: 'unavailable',
}

type Said = (status: number, message: string) => object

function replies(say: Said): Pick<Dialect, 'succeeded' | 'refused'> {
  const reply = (status: number, message: string, fields: readonly string[] = []): Reply => {
    const body = JSON.stringify(say(status, message))
    return { status, body, fields: ['Content-Type', 'application/json', ...fields] }
  }
  return {
    succeeded(output) {
      const loss = lossOf(output)
      return loss === undefined ? { status: 204, fields: [] } : reply(400, loss)
    },
    refused(problem) {
      const { status, retryAfter } = problem
      const fields = retryAfter === undefined ? [] : ['Retry-After', String(retryAfter)]
      if (status === 401) fields.push('WWW-Authenticate', 'Token')
      return reply(status, messageOf(problem), fields)
    },
  }
}

const write = { name: 'telemetry.ingestLines', keyOf: keyOfAuthorization, queryOf } as const

export const influxDialects: readonly Dialect[] = [
  {
    ...write,
    path: '/api/v2/write',
    ...replies((status, message) => ({ code: codes[status] ?? 'invalid', message })),
  },
  { ...write, path: '/write', ...replies((_status, error) => ({ error })) },
]
