export { startTracing } from './start.ts'
export type { OpenSpan, Tracer } from './tracer.ts'
