/**
 * The smallest allow-list that admits the addresses of a key's successful calls, within its current one. Up to twenty
 * addresses are listed individually. If there are more, those that share a /24 (IPv4) or a /64 (IPv6) become that
 * network, restricted to what the key's own entries admit.
 */
import { entryContains, entryOf, listAllows, usualNetwork } from '../allow-list/index.ts'
import type { CallKind } from './evidence.ts'

type Call = Pick<CallKind, 'address'>

const EXACT = 20
/** The most entries of a list. */
const MAX_ENTRIES = 100

/** The entries; null without any calls, or if there are too many networks for a list. */
export function suggestList(own: readonly string[], calls: readonly Call[]): string[] | null {
  const addresses = [...new Set(calls.map(({ address }) => address))]
    .filter((address) => listAllows(own, address))
    .map(entryOf)
    .filter((entry) => entry !== undefined)
  const distinct = [...new Set(addresses)].sort()
  const entries = distinct.length <= EXACT ? distinct : collapse(own, distinct)
  return entries.length === 0 || entries.length > MAX_ENTRIES ? null : entries
}

/** Whether a list admits more than the suggested one. An empty list admits every address. */
export function admitsMore(own: readonly string[], suggested: readonly string[] | null): boolean {
  if (suggested === null) return false
  if (own.length === 0) return !suggested.includes('*')
  return own.some((entry) => !suggested.some((other) => entryContains(other, entry)))
}

function collapse(own: readonly string[], addresses: readonly string[]): string[] {
  const networks = Map.groupBy(addresses, (address) => usualNetwork(address) ?? address)
  const entries = [...networks].flatMap(([network, members]) =>
    members.length === 1 ? members : within(own, network, members),
  )
  return [...new Set(entries)].sort()
}

/** The network, or those of the own entries inside it that its addresses matched. */
function within(own: readonly string[], network: string, members: readonly string[]): string[] {
  if (own.length === 0 || own.some((entry) => entryContains(entry, network))) return [network]
  return own.filter((entry) => members.some((address) => entryContains(entry, address)))
}
