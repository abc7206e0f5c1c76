import { clientNetwork } from '@sluice/core'

/**
 * Whose turns, counts and queue strangers at an address use, under one name everywhere: who has one IPv6 address has a whole
 * /64, so they share that. Callers without an address share one.
 */
export function strangersAt(address: string | null): string {
  return `address ${address === null ? 'unknown' : clientNetwork(address)}`
}
