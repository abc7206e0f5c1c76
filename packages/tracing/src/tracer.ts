import type { IncomingHttpHeaders } from 'node:http'
import type { SpanFacts, Tracing } from '@sluice/runtime'

/** A span in progress. */
export interface OpenSpan {
  set(attributes: SpanFacts['attributes']): void
  /** Marks it as failed, with the kind of error. */
  fail(kind: string): void
}

/** The ids that connect a log line with its trace. */
export interface SpanIds {
  readonly trace_id: string
  readonly span_id: string
}

/** {@link Tracing} of this process, with what only a shell needs. */
export interface Tracer extends Tracing {
  /** Serves a request in a span, which is a child of the caller's if the headers have a `traceparent`. */
  request<Result>(
    headers: IncomingHttpHeaders,
    span: SpanFacts,
    work: (span: OpenSpan) => Promise<Result>,
  ): Promise<Result>
  /** Runs a part of the current work within this process; without a trace, in one of its own. */
  part<Result>(span: SpanFacts, work: (span: OpenSpan) => Promise<Result>): Promise<Result>
  /** The ids of the current span. */
  ids(): SpanIds | undefined
  /** Sends pending spans, for at most a few seconds. */
  close(): Promise<void>
}
