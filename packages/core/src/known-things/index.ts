export { cacheThings, type KnownThings } from './cache.ts'
export type { KnownThing, KnownType, Metric } from './known-thing.ts'
export { loadThing, loadType } from './load.ts'
export type { KnownPlace } from './places.ts'
