export { type ChangeFeed, type ChangeListener, openChangeFeed } from './feed.ts'
