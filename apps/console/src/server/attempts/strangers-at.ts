import { clientNetwork } from '@sluice/core'

/**
 * The key for slots, rate limits and queues of anonymous callers at an address. A holder of one IPv6 address has its
 * whole /64, so that shares a key. Callers without an address share one, too.
 */
export function strangersAt(address: string | null): string {
  return `address ${address === null ? 'unknown' : clientNetwork(address)}`
}
