/** What is recorded of a span: its name (low cardinality), and facts that are neither secret nor a tenant's data. */
export interface SpanFacts {
  readonly name: string
  readonly attributes: Readonly<Record<string, string | number>>
}

/**
 * Tracing of a process, if enabled: stores are wrapped when they are opened, so that there is no cost at run time
 * without it. Spans record failures by kind, never by message, which may quote values.
 */
export interface Tracing {
  /** Runs work that nobody requested, such as a job, in a trace of its own. */
  unit<Result>(span: SpanFacts, work: () => Result): Result
  /** Runs a call to another service as a part of the current trace; without a trace, just runs it. */
  call<Result>(span: SpanFacts, work: () => Result): Result
}
