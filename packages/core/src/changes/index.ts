export { type ChangeFeed, type ChangeListener, openChangeFeed } from './feed.ts'
export type { Instant } from './trust.ts'
