import type { Scope } from '@sluice/contract'

interface NewKey {
  readonly key: string
  readonly scopes: readonly Scope[]
}

/** A curl line that works with the new key: its things where it may read some, else the key itself. */
export function firstCall(apiUrl: string, { key, scopes }: NewKey): string {
  const path = scopes.some(readsThings) ? '/v2/things' : '/v2/key'
  return `curl -H 'X-Api-Key: ${key}' ${apiUrl}${path}`
}

function readsThings({ action, resourceFilter }: Scope): boolean {
  const reads = action === 'read' || action === '*'
  return reads && (resourceFilter === '#' || /(^|\/)THING\//.test(resourceFilter))
}
