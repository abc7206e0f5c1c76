export { isAddressOrNetwork, listAllows, parseEntry } from './entries.ts'
export { clientNetwork, entryContains, entryOf, usualNetwork } from './networks.ts'
