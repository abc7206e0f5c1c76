import type { Scope } from '@sluice/contract'
import { send } from './send.ts'
import type { Answer, Current } from './use-tenant.ts'

export const scope = (action: Scope['action'], resourceFilter: string): Scope => ({
  action,
  resourceFilter,
})

export const idsOf = ({ json }: Answer): string[] => json.items.map(({ id }: { id: string }) => id)

/** Calls about things, by default with the tenant's own Admin key. */
export function thingCalls(at: Current) {
  const params = { thingId: 'truck-1' }
  return {
    keyWith: async (...scopes: Scope[]) => (await at.tenant.mint({ scopes })).key,
    create: (body: object, key = at.admin) =>
      send(
        at.api.url,
        'things.create',
        { body: { name: 'x', thingTypeId: 'truck', ...body } },
        key,
      ),
    update: (body: object, key = at.admin, headers = {}) =>
      send(at.api.url, 'things.update', { params, body }, key, headers),
    get: (thingId = 'truck-1', key = at.admin) =>
      send(at.api.url, 'things.get', { params: { thingId } }, key),
    list: (query: Record<string, string>, key = at.admin) =>
      send(at.api.url, 'things.list', { query }, key),
  }
}
