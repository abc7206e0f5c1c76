/** The keeper: a small process that runs Postgres as long as its parent lives. */
import { runStore } from '../process/run-store.ts'
import { type PostgresOptions, startPostgres } from './start.ts'

runStore<PostgresOptions>((options, signal) => startPostgres(options, console.log, signal))
