import type { IncomingMessage } from 'node:http'
import { forwardedClient, plainAddress, trustedPeers } from '@sluice/core/client-address'

/** Finds the client's address of a request. */
export type ClientAddress = (request: IncomingMessage) => string

interface Options {
  /** Addresses and networks of proxies whose X-Forwarded-For is trusted. */
  readonly trusted: readonly string[]
  /** Called for every X-Forwarded-For from an untrusted peer. */
  readonly onUntrusted: (peer: string) => void
}

/**
 * The peer's own address, unless it is a trusted proxy: then the one in X-Forwarded-For. Each client has one spelling,
 * also on a socket of both IP versions, which shows IPv4 as IPv6.
 */
export function clientAddress({ trusted, onUntrusted }: Options): ClientAddress {
  const isTrusted = trustedPeers(trusted)
  return ({ socket, headers }) => {
    const peer = plainAddress(socket.remoteAddress ?? '')
    const forwarded = headers['x-forwarded-for'] as string | undefined
    if (forwarded === undefined) return peer
    if (isTrusted(peer)) return plainAddress(forwardedClient(peer, forwarded, isTrusted))
    onUntrusted(peer)
    return peer
  }
}
