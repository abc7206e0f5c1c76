export { openPostgresLog } from './postgres-log.ts'
export { removeRecord } from './remove-record.ts'
export { awaitSharedLog, becomeSoleWriter } from './sole-writer.ts'
