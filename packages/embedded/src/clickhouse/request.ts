import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { exception } from './exception.ts'

/** The URL and headers of a request; the body is not read yet. */
export type QueryRequest = {
  queryId: string
  /** The statement, or its beginning, if the URL contains it. */
  query: string | undefined
  database: string | undefined
  defaultFormat: string
  /** Bound parameters by name, in ClickHouse's escaped text form. */
  parameters: [name: string, value: string][]
  settings: [name: string, value: string][]
  /** GET must not change anything, as in ClickHouse. */
  readonly: boolean
  compressResponse: boolean
}

/** Parameters of the HTTP interface itself, which are not settings of the engine. */
const httpOnly = new Set([
  'buffer_size',
  'client_protocol_version',
  'close_session',
  'database',
  'default_format',
  'enable_http_compression',
  'http_headers_progress_interval_ms',
  'http_native_compression_disable_checksumming_on_decompress',
  'http_response_buffer_size',
  'http_wait_end_of_query',
  'http_write_exception_in_output_format',
  'http_zlib_compression_level',
  // A statement's log comment is its tag, by which it can be cancelled.
  'log_comment',
  'password',
  'query',
  'query_id',
  'quota_key',
  'send_progress_in_http_headers',
  'stacktrace',
  'user',
  'wait_end_of_query',
])

const unsupported: Record<string, string> = {
  compress: "ClickHouse's own block compression; use HTTP compression (Accept-Encoding)",
  decompress: "ClickHouse's own block compression; use HTTP compression (Content-Encoding)",
  dialect: 'other dialects',
  role: 'roles',
  session_id: 'HTTP sessions',
}

/** Parses URL and headers. @throws ClickHouseException naming what is wrong or not supported. */
export function parseRequest(request: IncomingMessage, url: URL): QueryRequest {
  const header = (name: string) => request.headers[`x-clickhouse-${name}`]?.toString()
  const search = url.searchParams
  const queryId = search.get('query_id') || header('query-id') || randomUUID()
  if (!/^[\x20-\x7e]{1,200}$/.test(queryId)) throw exception('BAD_ARGUMENTS', 'Bad query_id.')
  return {
    queryId,
    query: search.get('query')?.trim() || undefined,
    database: search.get('database') || header('database'),
    defaultFormat: search.get('default_format') || header('format') || 'TabSeparated',
    readonly: request.method === 'GET',
    compressResponse: search.get('enable_http_compression') === '1',
    ...sortParameters(search),
  }
}

function sortParameters(search: URLSearchParams): Pick<QueryRequest, 'parameters' | 'settings'> {
  const parameters: [string, string][] = []
  const settings: [string, string][] = []
  for (const [name, value] of search) {
    if (!/^\w+$/.test(name)) throw exception('UNKNOWN_SETTING', `Unknown setting '${name}'.`)
    if (unsupported[name] && value !== '0') {
      throw exception(
        'NOT_IMPLEMENTED',
        `The embedded engine has no ${unsupported[name]} (${name}).`,
      )
    }
    if (name.startsWith('param_')) parameters.push([name, value])
    else if (!httpOnly.has(name) && !unsupported[name]) settings.push([name, value])
  }
  return { parameters, settings }
}
