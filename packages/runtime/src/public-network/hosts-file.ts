import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'

/**
 * What a hosts file (hosts(5)) has for a name: an address and its names a line, `#` before a comment.
 *
 * @param hostname in lower case, as URLs have it
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
