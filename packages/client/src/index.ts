export { type ClientOptions, createClient, type Environment } from './client.ts'
export type * from './contract.ts'
export type { Call, CallOptions, Item, Lister, Method, Output } from './methods.ts'
export { SluiceConnectionError, SluiceProblem } from './problem.ts'
