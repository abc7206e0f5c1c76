export { callers, type RandomPools, type RandomRequest, randomRequests } from './random-calls.ts'
export { type GeneratedCall, type UglyCall, ugliestCalls, uglyParts } from './ugliest.ts'
export { type UglyValue, uglyJson, uglySchemas } from './ugly-values.ts'
