export { memoryBuckets } from './memory-store.ts'
export { wholeUnits } from './refill.ts'
export {
  checkAddress,
  countAddress,
  foresee,
  levels,
  RateLimited,
  type Reservation,
  rateLimitHeaders,
  reserve,
  takeOpen,
} from './reserve.ts'
export type { Level } from './store.ts'
