import ipaddr from 'ipaddr.js'

/** The only part of IPv6 that is allocated to public networks (RFC 4291, 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether a host chosen by an outsider may have this address. Refuses private, loopback, link-local (where clouds have
 * their metadata), shared, multicast and reserved addresses, IPv6 forms that embed an IPv4 address (mapped, NAT64,
 * 6to4, Teredo), and anything that is no address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return !(address instanceof ipaddr.IPv6) || address.match(GLOBAL_UNICAST)
}

/** This machine itself, which development and tests may permit. */
export function isLoopback(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.process(text).range() === 'loopback'
}

/** Ranges of private networks. Link-local is not included, since clouds have their metadata there. */
const OWN_RANGES: ReadonlySet<string> = new Set(['private', 'uniqueLocal', 'carrierGradeNat'])

/** An address within a private network, which operators may permit for hosts that they name. */
export function isPrivateAddress(text: string): boolean {
  return ipaddr.isValid(text) && OWN_RANGES.has(ipaddr.process(text).range())
}
