import { forwardedClient, trustedPeers } from '@sluice/core/client-address'

/**
 * Tells which peers are the proxies of TRUSTED_PROXIES: addresses and CIDRs with commas between.
 * @param {string} entries
 */
export function trustedProxies(entries) {
  return trustedPeers(
    entries
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  )
}

/**
 * Who is calling, as the API finds it. It is always one address: sign-in counts attempts by it, and counts all together
 * that have none.
 * @param {string} peer
 * @param {string | undefined} forwarded
 * @param {(address: string) => boolean} isTrusted
 */
export function clientAddress(peer, forwarded, isTrusted) {
  return plain(
    forwarded !== undefined && isTrusted(peer) ? forwardedClient(peer, forwarded, isTrusted) : peer,
  )
}

/**
 * IPv4-mapped IPv6 addresses count as IPv4. A link-local peer has a zone, which is no part of an address.
 * @param {string} address
 */
function plain(address) {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
}
