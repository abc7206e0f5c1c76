/** What is recorded of a span: its name, of which there are few, and facts that are neither secret nor a tenant's data. */
export interface SpanFacts {
  readonly name: string
  readonly attributes: Readonly<Record<string, string | number>>
}

/**
 * How work is traced, where a process traces at all: stores are wrapped when they are opened, so that without tracing
 * nothing is asked at run time. Spans record failures by kind, never by message, which may quote values.
 */
export interface Tracing {
  /** Does a piece of work that nobody requested, such as a job, in a trace of its own. */
  unit<Result>(span: SpanFacts, work: () => Result): Result
  /** Does a part of the work under way, a call of another service; outside of any it is only done. */
  call<Result>(span: SpanFacts, work: () => Result): Result
}
