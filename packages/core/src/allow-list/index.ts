export { isAddressOrNetwork, listAllows, parseEntry } from './entries.ts'
export { clientNetwork, entryContains, entryOf, plainAddress, usualNetwork } from './networks.ts'
