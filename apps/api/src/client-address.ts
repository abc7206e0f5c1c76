import type { IncomingMessage } from 'node:http'
import { forwardedClient, trustedPeers } from '@sluice/core/client-address'

/** Finds the address that a request is judged by. */
export type ClientAddress = (request: IncomingMessage) => string

interface Options {
  /** Addresses and networks of proxies whose X-Forwarded-For is believed. */
  readonly trusted: readonly string[]
  /** Called with every X-Forwarded-For of a peer that is none of them. */
  readonly onUntrusted: (peer: string) => void
}

/** The peer's own address, unless it is a trusted proxy: then the one that X-Forwarded-For names. */
export function clientAddress({ trusted, onUntrusted }: Options): ClientAddress {
  const isTrusted = trustedPeers(trusted)
  return ({ socket, headers }) => {
    const peer = socket.remoteAddress ?? ''
    const forwarded = headers['x-forwarded-for'] as string | undefined
    if (forwarded === undefined) return peer
    if (isTrusted(peer)) return forwardedClient(peer, forwarded, isTrusted)
    onUntrusted(peer)
    return peer
  }
}
