import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { constants, deflate, gzip, zstdCompress } from 'node:zlib'
import type { ClickHouseException } from './exception.ts'
import type { Outcome } from './run.ts'

/** What every answer reports about the server. */
export type ServerIdentity = { version: string; timezone: string }

const level = { level: 3 }
const fastZstd = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const encoders: Record<string, (bytes: Uint8Array) => Promise<Uint8Array>> = {
  deflate: (bytes) => promisify(deflate)(bytes, level),
  gzip: (bytes) => promisify(gzip)(bytes, level),
  zstd: (bytes) => promisify(zstdCompress)(bytes, fastZstd),
}

/** Smaller answers do not shrink. */
const worthCompressing = 512

export async function sendOutcome(
  response: ServerResponse,
  outcome: Outcome,
  {
    queryId,
    identity,
    encoding,
    elapsedMs,
  }: {
    queryId: string
    identity: ServerIdentity
    encoding: string | undefined
    elapsedMs: number
  },
): Promise<void> {
  const encode = outcome.bytes.length < worthCompressing ? undefined : encoders[encoding ?? '']
  const body = encode ? await encode(outcome.bytes) : outcome.bytes
  response.writeHead(200, {
    ...commonHeaders(queryId, identity),
    ...(encode ? { 'Content-Encoding': encoding } : {}),
    'Content-Length': body.length,
    'Content-Type': contentType(outcome.format),
    'X-ClickHouse-Format': outcome.format,
    'X-ClickHouse-Summary': summary(outcome, elapsedMs),
  })
  response.end(body)
}

export function sendException(
  response: ServerResponse,
  error: ClickHouseException,
  queryId: string | undefined,
  identity: ServerIdentity,
): void {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  response.writeHead(error.status, {
    ...commonHeaders(queryId, identity),
    ...(error.status === 401 ? { 'WWW-Authenticate': 'Basic realm="ClickHouse HTTP"' } : {}),
    'Content-Type': 'text/plain; charset=UTF-8',
    'X-ClickHouse-Exception-Code': error.code,
  })
  response.end(`${error.text} (version ${identity.version})\n`)
}

/** The first of the client's encodings that is supported; undefined for none. */
export function acceptedEncoding(request: IncomingMessage): string | undefined {
  const named = request.headers['accept-encoding']?.toString().split(',') ?? []
  return named.map((name) => name.split(';')[0]?.trim() ?? '').find((name) => encoders[name])
}

function commonHeaders(queryId: string | undefined, identity: ServerIdentity) {
  return {
    ...(queryId === undefined ? {} : { 'X-ClickHouse-Query-Id': queryId }),
    'X-ClickHouse-Server-Display-Name': 'sluice-embedded',
    'X-ClickHouse-Server-Version': identity.version,
    'X-ClickHouse-Timezone': identity.timezone,
  }
}

/** ClickHouse's own keys. The engine does not report what it read, only what it returned. */
function summary(outcome: Outcome, elapsedMs: number): string {
  return JSON.stringify({
    read_rows: '0',
    read_bytes: '0',
    written_rows: String(outcome.writtenRows),
    written_bytes: String(outcome.writtenBytes),
    total_rows_to_read: '0',
    result_rows: String(outcome.resultRows),
    result_bytes: String(outcome.resultBytes),
    elapsed_ns: String(Math.round(elapsedMs * 1e6)),
  })
}

function contentType(format: string): string {
  if (/^JSON.*EachRow/.test(format)) return 'application/x-ndjson; charset=UTF-8'
  if (format.startsWith('JSON')) return 'application/json; charset=UTF-8'
  if (format.startsWith('CSV')) return 'text/csv; charset=UTF-8; header=absent'
  if (/^(TSV|TabSeparated)/.test(format)) return 'text/tab-separated-values; charset=UTF-8'
  return 'application/octet-stream'
}
