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

/** The entries; null without any calls, or if there are too many networks for a list. Yields between addresses. */
export function* suggestList(
  own: readonly string[],
  calls: readonly Call[],
): Generator<void, string[] | null> {
  const addresses = new Set<string>()
  for (const address of new Set(calls.map(({ address }) => address))) {
    yield
    const entry = listAllows(own, address) ? entryOf(address) : undefined
    if (entry !== undefined) addresses.add(entry)
  }
  const distinct = [...addresses].sort()
  const entries = distinct.length <= EXACT ? distinct : yield* collapse(own, distinct)
  return entries.length === 0 || entries.length > MAX_ENTRIES ? null : entries
}

/** Which of the suggested entries admit each address. Yields between addresses. */
export function* admittedBy(
  suggested: readonly string[],
  addresses: ReadonlySet<string>,
): Generator<void, Map<string, string[]>> {
  const all = new Set(suggested)
  // Of the others, only the address itself and its usual network can contain it.
  const unusual = suggested.filter((entry) => entry.includes('/') && usualNetwork(entry) !== entry)
  const admitted = new Map<string, string[]>()
  for (const address of addresses) {
    yield
    const entry = entryOf(address) ?? '*'
    const own = [entry, usualNetwork(entry) ?? entry].filter((one) => all.has(one))
    const wider = unusual.filter((one) => entryContains(one, entry))
    admitted.set(address, [...new Set([...own, ...wider])])
  }
  return admitted
}

/** Whether a list admits more than the suggested one. An empty list admits every address. */
export function admitsMore(own: readonly string[], suggested: readonly string[] | null): boolean {
  if (suggested === null) return false
  if (own.length === 0) return !suggested.includes('*')
  return own.some((entry) => !suggested.some((other) => entryContains(other, entry)))
}

function* collapse(
  own: readonly string[],
  addresses: readonly string[],
): Generator<void, string[]> {
  const networks = new Map<string, string[]>()
  for (const address of addresses) {
    yield
    const network = usualNetwork(address) ?? address
    const members = networks.get(network)
    if (members) members.push(address)
    else networks.set(network, [address])
  }
  const entries = new Set<string>()
  for (const [network, members] of networks) {
    const found = members.length === 1 ? members : yield* within(own, network, members)
    for (const entry of found) entries.add(entry)
  }
  return [...entries].sort()
}

/** The network, or those of the own entries inside it that its addresses matched. */
function* within(
  own: readonly string[],
  network: string,
  members: readonly string[],
): Generator<void, string[]> {
  if (own.length === 0 || own.some((entry) => entryContains(entry, network))) return [network]
  const matched = new Set<string>()
  for (const address of members) {
    yield
    for (const entry of own)
      if (!matched.has(entry) && entryContains(entry, address)) matched.add(entry)
  }
  return own.filter((entry) => matched.has(entry))
}
