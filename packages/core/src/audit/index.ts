export { type Change, recordChange } from './record.ts'
