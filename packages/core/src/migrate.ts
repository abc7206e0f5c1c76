/**
 * What brings the stores to this code's schema. An entry of its own, because it reads prisma/migrations from the
 * disk and runs Prisma's command line, which no bundle must take along.
 */
export * from './database/migrate.ts'
export { migrateTelemetry } from './telemetry/index.ts'
