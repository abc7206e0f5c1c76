import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'

/**
 * The addresses of a name in a hosts file (hosts(5)): lines with an address and its names, `#` before a comment.
 *
 * @param hostname in lower case, as in URLs
 */
export function addressesInHosts(text: string, hostname: string): LookupAddress[] {
  const wanted = hostname.replace(/\.$/, '')
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    const family = isIP(address)
    const isNamed = family !== 0 && names.some((name) => name.toLowerCase() === wanted)
    return isNamed ? [{ address, family }] : []
  })
}
