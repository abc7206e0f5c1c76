export type { EventDraft } from './event.ts'
export { eventsOf } from './of-entry.ts'
export { publish } from './publish.ts'
export { DELIVER, type DeliverJob, wakeDeliveries, wakeDeliveriesAt } from './wake.ts'
