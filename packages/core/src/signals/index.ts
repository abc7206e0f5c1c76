export { tellExhausted } from './exhausted-limits.ts'
export { tellExpiredKeys } from './expired-keys.ts'
export { tellSeen } from './seen-things.ts'
export { tellStaleThings } from './stale-things.ts'
