import { isIP } from 'node:net'
import { listAllows, parseEntry } from './entries.ts'

export { clientNetwork, plainAddress } from './networks.ts'

/** The most proxies that a request is followed through; the last of them then counts as the client. */
const MAX_HOPS = 32

/** Builds a check for trusted proxies. Throws if an entry is neither an address nor a network. */
export function trustedPeers(trusted: readonly string[]): (address: string) => boolean {
  const entries = trusted.map(canonical)
  return (address) => entries.length > 0 && listAllows(entries, address)
}

function canonical(entry: string): string {
  const parsed = parseEntry(entry)
  if ('fault' in parsed) throw new Error(`TRUSTED_PROXIES: ${entry} ${parsed.fault}`)
  return parsed.canonical
}

/**
 * The client of a request from a trusted proxy: the right-most entry of X-Forwarded-For that is not a trusted proxy. An
 * entry may have a port. If an entry is no address, the proxy that wrote it counts.
 */
export function forwardedClient(
  peer: string,
  forwarded: string,
  isTrusted: (address: string) => boolean,
): string {
  let address = peer
  let end = forwarded.length
  for (let hop = 0; hop < MAX_HOPS && end >= 0; hop += 1) {
    // With a negative position, lastIndexOf would look at the first character.
    const comma = end === 0 ? -1 : forwarded.lastIndexOf(',', end - 1)
    const entry = addressIn(forwarded.slice(comma + 1, end))
    if (entry === undefined) return address
    address = entry
    if (!isTrusted(address)) return address
    end = comma
  }
  return address
}

/** The address of an entry: `192.0.2.7`, `192.0.2.7:443`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:443`. */
function addressIn(entry: string): string | undefined {
  const text = entry.trim()
  const [, v6, v4, port] = /^(?:\[([^\]]*)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  if (port !== undefined && Number(port) > 65_535) return undefined
  if (v4 !== undefined) return isIP(v4) === 4 ? v4 : undefined
  const address = v6 ?? text
  // A zone is meaningful only on the proxy's own machine.
  return isIP(address) === 6 && !address.includes('%') ? address : undefined
}
