export { plantedCalls } from './planted-texts.ts'
export { randomOf } from './random.ts'
export { type RandomPools, type RandomRequest, randomRequests } from './random-calls.ts'
export { callsAtBounds, type GeneratedCall, type UglyCall, ugliestCalls } from './ugliest.ts'
