export { listAllows, parseEntry } from './entries.ts'
export { entryContains, entryOf, usualNetwork } from './networks.ts'
