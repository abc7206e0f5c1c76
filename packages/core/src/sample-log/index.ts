export { openPostgresLog } from './postgres-log.ts'
