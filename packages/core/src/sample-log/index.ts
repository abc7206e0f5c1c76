export { openPostgresLog } from './postgres-log.ts'
export { awaitSharedLog, becomeSoleWriter } from './sole-writer.ts'
