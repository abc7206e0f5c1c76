export { randomOf } from './random.ts'
export { type RandomPools, type RandomRequest, randomRequests } from './random-calls.ts'
export { type GeneratedCall, type UglyCall, ugliestCalls, uglyFields } from './ugliest.ts'
