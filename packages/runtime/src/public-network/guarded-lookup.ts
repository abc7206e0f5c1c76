import { isIP, type LookupFunction } from 'node:net'
import type { Resolve } from './resolve.ts'

/** A host that no request may go to. The message names no address: it is for whoever chose the host. */
export class ForbiddenAddress extends Error {
  constructor() {
    super('The host has an address that is not public. None of its addresses was connected to.')
  }
}

/** A host whose addresses were not found. It may have none, or its name server may not answer: see `cause`. */
export class UnresolvedHost extends Error {
  constructor(cause: unknown) {
    super('The host name does not resolve.', { cause })
  }
}

/**
 * The lookup function for opening connections. Connections use the very addresses it returns, so DNS rebinding gains
 * nothing.
 */
export function guardLookup(
  resolve: Resolve,
  isAllowed: (address: string) => boolean,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (!first || !addresses.every(({ address }) => isAllowed(address))) {
          callback(new ForbiddenAddress(), '')
        } else if (options.all) callback(null, [...addresses])
        else callback(null, first.address, first.family)
      },
      (error: unknown) => callback(new UnresolvedHost(error), ''),
    )
  }
}

/** Checks a host that is a literal address, which is never looked up. Throws {@link ForbiddenAddress}. */
export function checkLiteral(hostname: string, isAllowed: (address: string) => boolean): void {
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (isIP(bare) !== 0 && !isAllowed(bare)) throw new ForbiddenAddress()
}
