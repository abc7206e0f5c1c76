/**
 * What brings the stores to this code's schema. It has an entry of its own, because it reads prisma/migrations from the
 * disk and runs Prisma's command line: no bundle may contain it.
 */
export * from './database/migrate.ts'
export { migrateTelemetry } from './telemetry/index.ts'
