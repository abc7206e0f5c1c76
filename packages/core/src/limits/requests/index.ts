export { askForLimits, inspectLimitRequest } from './ask.ts'
export { declineLimitRequest, type Grant, grantLimitRequest } from './decide.ts'
export {
  findLimitRequest,
  listLimitRequests,
  type QueuedRequest,
  waitingLimitRequests,
} from './list.ts'
