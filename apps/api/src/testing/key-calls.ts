import type { Scope } from '@sluice/contract'
import { send } from './send.ts'
import type { Current } from './use-tenant.ts'

export const everything: Scope[] = [{ action: '*', resourceFilter: '#' }]

/** Calls about keys, by default with the tenant's own Admin key. */
export function keyCalls(at: Current) {
  return {
    inSeconds: (seconds: number) =>
      new Date(at.api.clock().getTime() + seconds * 1000).toISOString(),
    create(body: object, key = at.admin) {
      const draft = { keyType: 'External', name: 'partner', scopes: everything, ...body }
      return send(at.api.url, 'keys.create', { body: draft }, key)
    },
    read: (keyId: string) => send(at.api.url, 'keys.get', { params: { keyId } }, at.admin),
    update: (keyId: string, body: object, key = at.admin) =>
      send(at.api.url, 'keys.update', { params: { keyId }, body }, key),
  }
}
