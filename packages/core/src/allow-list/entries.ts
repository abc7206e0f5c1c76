import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Allow-list entries (spec section 5.6): `*`, an IPv4 or IPv6 address, an IPv4 or IPv6 CIDR.
 * IPv4-mapped IPv6 counts as IPv4, in entries and in client addresses alike.
 */
type Parsed = { canonical: string } | { fault: string }

/** The canonical form of an entry, or its fault. */
export function parseEntry(entry: string): Parsed {
  if (entry === '*') return { canonical: '*' }
  return entry.includes('/') ? parseRange(entry) : parseAddress(entry)
}

/** Whether an entry is a single address, or a network without host bits. */
export function isAddressOrNetwork(entry: string): boolean {
  return entry !== '*' && 'canonical' in parseEntry(entry)
}

function parseAddress(entry: string): Parsed {
  const address = addressOf(entry)
  if (!address) {
    return { fault: 'must be *, an IPv4 or IPv6 address, or a CIDR such as 192.0.2.0/24' }
  }
  return { canonical: address.toString() }
}

function parseRange(entry: string): Parsed {
  const [base = '', bits = '', ...rest] = entry.split('/', 3)
  const written = addressOf(base, false)
  if (!written || rest.length > 0) return { fault: 'must be a CIDR such as 192.0.2.0/24' }
  const most = written.kind() === 'ipv4' ? 32 : 128
  if (!/^(0|[1-9]\d{0,2})$/.test(bits) || Number(bits) > most) {
    return { fault: `must have a prefix length of 0 to ${most}` }
  }
  return canonicalRange(written, Number(bits))
}

function canonicalRange(written: Address, length: number): Parsed {
  const mapped = written instanceof ipaddr.IPv6 && written.isIPv4MappedAddress() && length >= 96
  const address = mapped ? written.toIPv4Address() : written
  const prefix = mapped ? length - 96 : length
  const network = networkOf(address, prefix)
  if (network.toString() !== address.toString()) {
    return { fault: `has host bits set; the network is ${network.toString()}/${prefix}` }
  }
  return { canonical: `${network.toString()}/${prefix}` }
}

/** The network of an address: its first `prefix` bits, followed by zeros. */
export function networkOf(address: Address, prefix: number) {
  const bytes = address.toByteArray().map((byte, i) => {
    const kept = Math.min(8, Math.max(0, prefix - i * 8))
    return byte & (0xff << (8 - kept)) & 0xff
  })
  return ipaddr.fromByteArray(bytes)
}

/**
 * Parses an address in strict notation; undefined if it is none. `::192.0.2.1` is refused, because the two parsers
 * disagree: Node reads it as IPv6, ipaddr.js as IPv4.
 */
export function addressOf(text: string, unmap = true): Address | undefined {
  if (isIP(text) === 0 || text.includes('%') || /^::\d+\./.test(text)) return undefined
  return unmap ? ipaddr.process(text) : ipaddr.parse(text)
}

/** Whether any entry matches the client's address. An empty list means no restriction (spec section 5.7). */
export function listAllows(entries: readonly string[], client: string): boolean {
  if (entries.length === 0) return true
  const address = addressOf(withoutZone(client))
  return matchersOf(entries).some((matches) => matches(address))
}

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Matcher = (address: Address | undefined) => boolean

/** Lists are parsed on first use and are immutable, so a cached key is not parsed again. */
const parsedLists = new WeakMap<readonly string[], Matcher[]>()

function matchersOf(entries: readonly string[]): Matcher[] {
  const known = parsedLists.get(entries)
  if (known) return known
  const matchers = entries.map(matcherOf)
  parsedLists.set(entries, matchers)
  return matchers
}

/** The address without its zone (`fe80::1%eth0`), which link-local clients have and no entry can name. */
export function withoutZone(client: string): string {
  return client.includes(':') ? client.replace(/%.*$/, '') : client
}

function matcherOf(entry: string): Matcher {
  if (entry === '*') return () => true
  if (!entry.includes('/')) return (address) => address?.toString() === entry
  const [network, prefix] = ipaddr.parseCIDR(entry)
  return (address) =>
    address?.kind() === network.kind() && address.match([network, prefix] as never)
}
