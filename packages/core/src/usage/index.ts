export { type LogCounts, openRequestLog, type RequestLog, type RequestLogOptions } from './log.ts'
export { requestLogTable } from './schema.ts'
export { beginTrail, type Trail } from './trail.ts'
