import ipaddr from 'ipaddr.js'

/** The only part of IPv6 that is handed out to networks of the public (RFC 4291, 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * May a host that somebody outside chose be at this address? Refused are private, loopback, link-local (where clouds keep their
 * metadata), shared, multicast and reserved addresses, IPv6 forms that lead to an IPv4 address (mapped,
 * NAT64, 6to4, Teredo), and anything that is no address.
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

/** Ranges of a network of one's own. Link-local is none of them: there clouds keep their metadata. */
const OWN_RANGES: ReadonlySet<string> = new Set(['private', 'uniqueLocal', 'carrierGradeNat'])

/** An address within a private network, which who runs the service may permit for hosts that they name. */
export function isPrivateAddress(text: string): boolean {
  return ipaddr.isValid(text) && OWN_RANGES.has(ipaddr.process(text).range())
}
