export { tellExhausted } from './exhausted-limits.ts'
export { tellExpiredKeys } from './expired-keys.ts'
export { tellStaleThings } from './stale-things.ts'
export { openTeller } from './teller.ts'
