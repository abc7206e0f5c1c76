export { listAllows, parseEntry } from './entries.ts'
