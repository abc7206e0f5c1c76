import ipaddr from 'ipaddr.js'
import { addressOf, networkOf, parseEntry, withoutZone } from './entries.ts'

/** Bits that the addresses of one place usually share: an office's IPv4 block, a home's IPv6 one. */
const usual = { ipv4: 24, ipv6: 64 } as const

/** A client's address in the form of an allow-list entry; undefined for what is no address. */
export function entryOf(client: string): string | undefined {
  const parsed = parseEntry(withoutZone(client))
  return 'canonical' in parsed && parsed.canonical !== '*' ? parsed.canonical : undefined
}

/** The /24 of an IPv4 address or the /64 of an IPv6 one, as an entry. */
export function usualNetwork(entry: string): string | undefined {
  const address = addressOf(entry)
  if (!address) return undefined
  const bits = usual[address.kind()]
  return `${networkOf(address, bits).toString()}/${bits}`
}

/**
 * The address or network that a client's throttle counts by: an IPv4 address itself, the /64 of an IPv6
 * address. What is no address is returned as it is.
 */
export function clientNetwork(client: string): string {
  if (!client.includes(':')) return client
  const address = addressOf(withoutZone(client))
  if (!address) return client
  return address.kind() === 'ipv4' ? address.toString() : networkOf(address, 64).toString()
}

/** Does every address that `inner` admits pass `outer` too? Both are canonical entries. */
export function entryContains(outer: string, inner: string): boolean {
  if (outer === '*' || outer === inner) return true
  if (inner === '*' || !outer.includes('/')) return false
  const [network, bits] = ipaddr.parseCIDR(outer)
  const [base, innerBits] = inner.includes('/')
    ? ipaddr.parseCIDR(inner)
    : ([ipaddr.parse(inner), Number.POSITIVE_INFINITY] as const)
  if (network.kind() !== base.kind() || innerBits < bits) return false
  return base.match([network, bits] as never)
}
