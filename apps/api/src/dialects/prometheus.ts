/**
 * Prometheus' remote write, for its existing senders.
 *
 * {@link https://prometheus.io/docs/specs/prw/remote_write_spec/}, {@link
 * https://prometheus.io/docs/specs/prw/remote_write_spec_2_0/}
 */
import type { IngestedThings } from '@sluice/contract'
import type { Problem } from '@sluice/runtime'
import { keyOfAuthorization } from './authorization.ts'
import type { Dialect, Reply } from './dialect.ts'
import { namedFaults, placeOfSeries } from './named-faults.ts'

/** Without these, a sender of version 2.0 assumes that the receiver only knows version 1.0. */
const written = (samples: number) => [
  ...['X-Prometheus-Remote-Write-Samples-Written', String(samples)],
  ...['X-Prometheus-Remote-Write-Histograms-Written', '0'],
  ...['X-Prometheus-Remote-Write-Exemplars-Written', '0'],
]

/** Senders log the first line of an answer. */
function line(status: number, text: string, fields: readonly string[]): Reply {
  const body = `${text.replaceAll('\n', ' ')}\n`
  return { status, body, fields: ['Content-Type', 'text/plain; charset=utf-8', ...fields] }
}

function messageOf({ code, detail, errors = [] }: Problem): string {
  if (code === 'key-missing') {
    return 'The key is missing. Send it as Authorization: Bearer <key>, or as the password of basic_auth.'
  }
  return errors.length === 0 ? detail : `${detail} ${namedFaults(errors, placeOf)}`
}

const placeOf = placeOfSeries('series')

export const prometheusDialect: Dialect = {
  name: 'telemetry.ingestSeries',
  path: '/api/v1/write',
  keyOf: keyOfAuthorization,
  // Some clients send no Content-Encoding, and Prometheus' own receiver assumes snappy.
  encoding: 'snappy',
  // As in Prometheus, good samples are stored even if others are bad.
  queryOf: (query) => ({ onError: 'skip', ...query }),
  succeeded(output) {
    const { accepted, rejected, passedOver = 0, errors } = output as IngestedThings
    // A sender counts all others as failed, which correctly skipped samples are not.
    const fields = written(accepted + passedOver)
    if (rejected === 0) return { status: 204, fields }
    const loss = `partial write: ${accepted} stored, ${rejected} refused`
    return line(400, `${loss}: ${namedFaults(errors, placeOf)}`, fields)
  },
  refused(problem) {
    const { status, retryAfter } = problem
    const fields = written(0)
    if (retryAfter !== undefined) fields.push('Retry-After', String(retryAfter))
    if (status === 401) fields.push('WWW-Authenticate', 'Bearer')
    return line(status, messageOf(problem), fields)
  },
}
