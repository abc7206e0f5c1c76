import { NotedNeeds } from '../../scopes/index.ts'
import type { LoggedRequest } from '../logged-request.ts'

/** A request for a thing that has just arrived. */
export function loggedRequest(at: Date): LoggedRequest & { needs: NotedNeeds } {
  const startedAt = performance.now()
  return {
    ...{
      name: 'things.get',
      address: '192.0.2.1',
      requestId: 'Xk2p-1',
      at,
      needs: new NotedNeeds(),
      startedAt,
    },
    caller: undefined,
  }
}
