import { forwardedClient, plainAddress, trustedPeers } from '@sluice/core/client-address'

/**
 * Returns a check for trusted proxies, from TRUSTED_PROXIES: comma-separated addresses and CIDRs.
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
 * The client's address, determined as in the API. It is always exactly one, because sign-in counts attempts by address
 * and counts those without one together.
 * @param {string} peer
 * @param {string | undefined} forwarded
 * @param {(address: string) => boolean} isTrusted
 */
export function clientAddress(peer, forwarded, isTrusted) {
  return plainAddress(
    forwarded !== undefined && isTrusted(peer) ? forwardedClient(peer, forwarded, isTrusted) : peer,
  )
}
