import { BlockList, isIPv6 } from 'node:net'

/**
 * The proxies of TRUSTED_PROXIES: addresses and CIDRs with commas between.
 * @param {string} entries
 */
export function proxyList(entries) {
  const list = new BlockList()
  for (const entry of entries.split(',').map((part) => part.trim())) {
    if (entry === '') continue
    const [address = '', prefix] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}

/**
 * Who is calling: the socket's address, unless that is a trusted proxy; then the right-most entry of
 * X-Forwarded-For that is not one.
 * @param {string} socket
 * @param {string} forwarded
 * @param {BlockList} trusted
 */
export function clientAddress(socket, forwarded, trusted) {
  const hops = [...forwarded.split(','), socket].map(plain).filter((hop) => hop !== '')
  const client = hops.findLast((hop) => !trusted.check(hop, isIPv6(hop) ? 'ipv6' : 'ipv4'))
  return client ?? plain(socket)
}

/**
 * @param {string} socket
 * @param {BlockList} trusted
 */
export function isTrustedProxy(socket, trusted) {
  const hop = plain(socket)
  return hop !== '' && trusted.check(hop, isIPv6(hop) ? 'ipv6' : 'ipv4')
}

/**
 * IPv4-mapped IPv6 addresses count as IPv4.
 * @param {string} address
 */
function plain(address) {
  return address.trim().replace(/^::ffff:(?=\d+\.)/i, '')
}
