export { eventsOf } from './of-entry.ts'
export { publish } from './publish.ts'
export { wakeDeliveries } from './wake.ts'
