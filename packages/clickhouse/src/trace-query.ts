import { statementSpan, type Tracing } from '@sluice/runtime'

type Ask<Rows> = (sql: string, params: Record<string, unknown>) => Promise<Rows>

/** Wraps a query function with a span for each statement. */
export function traceQuery<Rows>(ask: Ask<Rows>, tracing: Tracing): Ask<Rows> {
  return (sql, params) => tracing.call(statementSpan('clickhouse', sql), () => ask(sql, params))
}
