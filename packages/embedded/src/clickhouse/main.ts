/** The ClickHouse engine behind ClickHouse's HTTP interface, for as long as the parent lives. */
import { setPriority } from 'node:os'
import { runStore } from '../process/run-store.ts'
import { type ClickHouseOptions, startClickHouse } from './start.ts'

// Its queries take every core that they get. The processes that answer calls come first: a call takes microseconds,
// and what the engine loses by it is hardly measurable.
setPriority(5)

runStore<ClickHouseOptions>(startClickHouse)
