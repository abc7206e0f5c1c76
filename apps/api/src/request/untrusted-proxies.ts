import type { Logger } from 'pino'

/** Peers that send X-Forwarded-For though TRUSTED_PROXIES does not include them. */
export interface UntrustedProxies {
  note(peer: string): void
  /** What to fix, for people; undefined if no such peer was seen recently. */
  warning(): string | undefined
}

/** Milliseconds for which such a peer is reported. */
const REPORTED_MS = 600_000

/** The most peers that are logged: a service open to anybody must not be flooded. */
const MAX_NAMED = 16

/** Detects an unconfigured proxy, behind which all callers count as one address. */
export function watchProxies(
  logger: Pick<Logger, 'warn'>,
  clock: () => number = () => performance.now(),
): UntrustedProxies {
  const named = new Set<string>()
  let lastSeen = Number.NEGATIVE_INFINITY
  return {
    note(peer) {
      lastSeen = clock()
      if (named.size >= MAX_NAMED || named.has(peer)) return
      named.add(peer)
      logger.warn(
        { peer },
        'X-Forwarded-For comes from a peer that TRUSTED_PROXIES does not name: all callers behind it count as its one address',
      )
    },
    warning() {
      if (clock() - lastSeen > REPORTED_MS) return undefined
      return 'X-Forwarded-For comes from a peer that TRUSTED_PROXIES does not name. If that is a proxy of yours, name it: until then all callers behind it count as one address.'
    },
  }
}

/** A warning at the start: with https, something else terminates TLS, and that is a proxy. */
export function startWarning(apiUrl: string, trusted: readonly string[]): string | undefined {
  if (trusted.length > 0 || !apiUrl.startsWith('https:')) return undefined
  return 'API_URL begins with https, so a proxy ends TLS, but TRUSTED_PROXIES names none: all callers count as its one address'
}
