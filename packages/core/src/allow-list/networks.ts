import ipaddr from 'ipaddr.js'
import { addressOf, networkOf, parseEntry, withoutZone } from './entries.ts'

/** Bits that addresses of one place usually share: an office's IPv4 block, a home's IPv6 prefix. */
const usual = { ipv4: 24, ipv6: 64 } as const

/** A client's address as an allow-list entry; undefined if it is no address. */
export function entryOf(client: string): string | undefined {
  const parsed = parseEntry(withoutZone(client))
  return 'canonical' in parsed && parsed.canonical !== '*' ? parsed.canonical : undefined
}

/**
 * The one spelling of a client's address: an entry's, so IPv4-mapped IPv6 is IPv4. What is no address is returned
 * unchanged.
 */
export function plainAddress(client: string): string {
  return client.includes(':') ? (entryOf(client) ?? client) : client
}

/** The /24 of an IPv4 address or the /64 of an IPv6 one, as an entry. */
export function usualNetwork(entry: string): string | undefined {
  const address = addressOf(entry)
  if (!address) return undefined
  const bits = usual[address.kind()]
  return `${networkOf(address, bits).toString()}/${bits}`
}

/**
 * The key of a client's throttle: an IPv4 address itself, or the /64 of an IPv6 address. Anything else is returned
 * unchanged.
 */
export function clientNetwork(client: string): string {
  if (!client.includes(':')) return client
  const address = addressOf(withoutZone(client))
  if (!address) return client
  return address.kind() === 'ipv4' ? address.toString() : networkOf(address, 64).toString()
}

/** Whether `outer` admits every address that `inner` admits. Both are canonical entries. */
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
