export { leaveSharedLog } from './leave-shared-log.ts'
export { openPostgresLog } from './postgres-log.ts'
