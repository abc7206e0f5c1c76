/** The ClickHouse engine behind ClickHouse's HTTP interface, for as long as the parent lives. */
import { runStore } from '../process/run-store.ts'
import { type ClickHouseOptions, startClickHouse } from './start.ts'

runStore<ClickHouseOptions>(startClickHouse)
