export { callSpan, statementSpan } from './statement.ts'
export type { SpanFacts, Tracing } from './tracing.ts'
