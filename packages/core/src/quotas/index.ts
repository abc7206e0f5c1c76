export {
  type Quota,
  type Quotas,
  quotaOf,
  requireRoomForChanges,
  requireRoomForSamples,
} from './quotas.ts'
