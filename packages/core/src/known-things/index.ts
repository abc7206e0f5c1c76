export { cacheThings } from './cache.ts'
export type { KnownThing, KnownType } from './known-thing.ts'
export { loadThings, loadType } from './load.ts'
export type { KnownPlace } from './places.ts'
