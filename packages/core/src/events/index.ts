export type { EventDraft } from './event.ts'
export { eventsOf } from './of-entry.ts'
export { publish } from './publish.ts'
export { type Reach, reachesAll, reachOf, sideReached } from './reach.ts'
export { type Setter, setBy, withSetter, withSetters } from './setters.ts'
export {
  dataOf,
  type EventFacts,
  isOfTwo,
  meetSides,
  type Side,
  sideSeen,
  statesOf,
} from './sides.ts'
export { DELIVER, type DeliverJob, DOWN, wakeDeliveries, wakeDeliveriesAt } from './wake.ts'
