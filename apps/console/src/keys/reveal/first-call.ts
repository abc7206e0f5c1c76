import type { Scope } from '@sluice/contract'
import type { CurlCall } from '#copy/curl.ts'

/** An example call that works with a new key: lists things if it may read any, else returns the key itself. */
export function firstCall(scopes: readonly Scope[]): CurlCall {
  return { path: scopes.some(readsThings) ? '/v2/things' : '/v2/key' }
}

function readsThings({ action, resourceFilter }: Scope): boolean {
  const reads = action === 'read' || action === '*'
  return reads && (resourceFilter === '#' || /(^|\/)THING\//.test(resourceFilter))
}
