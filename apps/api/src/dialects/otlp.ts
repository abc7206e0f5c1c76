/**
 * OpenTelemetry metrics over HTTP, for its SDKs and collector.
 *
 * {@link https://opentelemetry.io/docs/specs/otlp/#otlphttp}
 */
import type { IncomingHttpHeaders } from 'node:http'
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { type IngestedThings, PROTOBUF } from '@sluice/contract'
import type { Problem } from '@sluice/runtime'
import { saysJson } from '../request/body.ts'
import { keyOfAuthorization } from './authorization.ts'
import type { Dialect, Reply } from './dialect.ts'
import { namedFaults, placeOfSeries } from './named-faults.ts'

/** The answer has the format of the request. */
function reply(
  headers: IncomingHttpHeaders,
  status: number,
  message: { readonly json: object; readonly protobuf: BinaryWriter },
  fields: readonly string[] = [],
): Reply {
  const isJson = saysJson({ headers })
  return {
    status,
    body: isJson ? JSON.stringify(message.json) : message.protobuf.finish(),
    fields: ['Content-Type', isJson ? 'application/json' : PROTOBUF, ...fields],
  }
}

/** An ExportMetricsServiceResponse, with an ExportMetricsPartialSuccess if points were refused. */
function response({ accepted, rejected, errors }: IngestedThings) {
  const protobuf = new BinaryWriter()
  if (rejected === 0) return { json: {}, protobuf }
  const named = namedFaults(errors, placeOfSeries('point'))
  const errorMessage = `${accepted} stored, ${rejected} refused: ${named}`
  const partial = new BinaryWriter().tag(1, WireType.Varint).int64(rejected)
  partial.tag(2, WireType.LengthDelimited).string(errorMessage)
  return {
    json: { partialSuccess: { rejectedDataPoints: String(rejected), errorMessage } },
    protobuf: protobuf.tag(1, WireType.LengthDelimited).bytes(partial.finish()),
  }
}

/** gRPC codes by HTTP status. */
const codes: Partial<Record<number, number>> = {
  400: 3,
  401: 16,
  403: 7,
  404: 5,
  413: 8,
  429: 8,
  500: 13,
  503: 14,
}
const UNKNOWN = 2

/** A google.rpc.Status. */
function statusOf(status: number, message: string) {
  const code = codes[status] ?? UNKNOWN
  const protobuf = new BinaryWriter().tag(1, WireType.Varint).int32(code)
  return {
    json: { code, message },
    protobuf: protobuf.tag(2, WireType.LengthDelimited).string(message),
  }
}

function messageOf({ code, detail, errors = [] }: Problem): string {
  if (code === 'key-missing') {
    return 'The key is missing. Send it in the header X-Api-Key, or as Authorization: Bearer <key>.'
  }
  return errors.length === 0 ? detail : `${detail} ${namedFaults(errors, placeOfSeries('point'))}`
}

export const otlpDialect: Dialect = {
  name: 'telemetry.ingestOtlp',
  path: '/v1/metrics',
  keyOf: keyOfAuthorization,
  // A collector does not resend refused batches, so good points are stored even if others are bad.
  queryOf: (query) => ({ onError: 'skip', ...query }),
  succeeded: (output, headers) => reply(headers, 200, response(output as IngestedThings)),
  refused(problem, headers) {
    const { status, retryAfter } = problem
    const fields = retryAfter === undefined ? [] : ['Retry-After', String(retryAfter)]
    if (status === 401) fields.push('WWW-Authenticate', 'Bearer')
    return reply(headers, status, statusOf(status, messageOf(problem)), fields)
  },
}
