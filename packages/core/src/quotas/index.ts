export {
  type Quotas,
  quotaOf,
  requireRoomForChanges,
  requireRoomForSamples,
} from './quotas.ts'
