export { cacheThings } from './cache.ts'
export type { KnownThing, KnownType } from './known-thing.ts'
export { loadThing, loadType } from './load.ts'
export type { KnownPlace } from './places.ts'
