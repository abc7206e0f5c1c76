/** Serves the ClickHouse engine through ClickHouse's HTTP interface, as long as the parent lives. */
import { runStore } from '../process/run-store.ts'
import { type ClickHouseOptions, startClickHouse } from './start.ts'

runStore<ClickHouseOptions>(startClickHouse)
