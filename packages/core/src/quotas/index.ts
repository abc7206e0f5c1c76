export {
  isNearlyFull,
  type Quotas,
  quotaOf,
  requireRoomForChanges,
  requireRoomForSamples,
} from './quotas.ts'
