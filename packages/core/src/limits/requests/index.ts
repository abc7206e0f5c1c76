export { askForLimits, inspectLimitRequest } from './ask.ts'
export { declineLimitRequest, type Grant, grantLimitRequest } from './decide.ts'
export { listLimitRequests, waitingLimitRequests } from './list.ts'
