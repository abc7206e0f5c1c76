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

/** The most peers that are named: anybody may send the header, and must not flood the log. */
const MAX_NAMED = 16

/**
 * Returns a function to call with each peer that sends X-Forwarded-For without being a trusted proxy. Warns once a peer.
 * @param {(message: string) => void} warn
 */
export function warnOfProxies(warn) {
  /** @type {Set<string>} */
  const named = new Set()
  /** @param {string} peer */
  return (peer) => {
    if (named.size >= MAX_NAMED || named.has(peer)) return
    named.add(peer)
    warn(
      `X-Forwarded-For comes from ${peer}, which TRUSTED_PROXIES does not name. If that is a proxy of yours, add it there: until then all callers behind it count as one address, in limits of sign-in and in the audit log.`,
    )
  }
}

/**
 * A warning at the start: with https, something else ends TLS, and that is a proxy.
 * @param {string} consoleUrl
 * @param {string} trusted
 */
export function startWarning(consoleUrl, trusted) {
  if (trusted.trim() !== '' || !consoleUrl.startsWith('https:')) return undefined
  return 'CONSOLE_URL begins with https, so a proxy ends TLS, but TRUSTED_PROXIES names none. Set it to the address that the proxy connects from: until then all callers count as its one address.'
}
