export { type ChangeFeed, type ChangeListener, openChangeFeed } from './feed.ts'
export { Marks } from './marks.ts'
export type { Instant } from './trust.ts'
