import ipaddr from 'ipaddr.js'

/**
 * Whether an allow-list admits an address, for a warning while it is edited. Invalid entries admit nothing. The server
 * decides on each call by its own rules.
 */
export function admits(entries: readonly string[], address: string): boolean {
  if (entries.length === 0) return true
  if (!ipaddr.isValid(address)) return false
  const client = ipaddr.process(address)
  return entries.some((entry) => entry === '*' || matches(entry, client))
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

function matches(entry: string, client: Address): boolean {
  if (ipaddr.isValid(entry)) return ipaddr.process(entry).toString() === client.toString()
  if (!ipaddr.isValidCIDR(entry)) return false
  const [network, prefix] = ipaddr.parseCIDR(entry)
  // ipaddr.js throws if the address families differ.
  return network.kind() === client.kind() && client.match([network, prefix] as never)
}
