export { memoryBuckets } from './memory-store.ts'
export {
  checkAddress,
  countAddress,
  levels,
  RateLimited,
  type Reservation,
  rateLimitHeaders,
  reserve,
} from './reserve.ts'
export type { BucketStore, Level } from './store.ts'
