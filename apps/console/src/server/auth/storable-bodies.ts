import { isStorableThroughout } from '@sluice/runtime'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'

/**
 * Rejects bodies with text that Postgres does not accept: a query with it fails, before attempts are counted. Must come
 * before the plugins that query by what a body says.
 */
export function storableBodies() {
  return {
    id: 'storable-bodies',
    hooks: {
      before: [
        {
          matcher: ({ body }) => !isStorableThroughout(body),
          handler: createAuthMiddleware(async () => {
            return new APIError('BAD_REQUEST', { code: 'NOT_STORABLE' })
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}
