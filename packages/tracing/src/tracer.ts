import type { IncomingHttpHeaders } from 'node:http'
import type { SpanFacts, Tracing } from '@sluice/runtime'

/** A span under way, of which more becomes known. */
export interface OpenSpan {
  set(attributes: SpanFacts['attributes']): void
  /** That it failed, and by which kind of fault. */
  fail(kind: string): void
}

/** The ids by which a line of the log is found from a trace, and the other way round. */
export interface SpanIds {
  readonly trace_id: string
  readonly span_id: string
}

/** {@link Tracing} of this process, with what only a shell needs. */
export interface Tracer extends Tracing {
  /** Serves a request in a span, which is below the caller's if the headers have a `traceparent`. */
  request<Result>(
    headers: IncomingHttpHeaders,
    span: SpanFacts,
    work: (span: OpenSpan) => Promise<Result>,
  ): Promise<Result>
  /** Does a part of the work under way, this process's own; outside of any in a trace of its own. */
  part<Result>(span: SpanFacts, work: (span: OpenSpan) => Promise<Result>): Promise<Result>
  /** The ids of the span under way. */
  ids(): SpanIds | undefined
  /** Sends what waits, for a few seconds at most. */
  close(): Promise<void>
}
