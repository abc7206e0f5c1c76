import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import {
  APIError,
  createAuthEndpoint,
  createAuthMiddleware,
  getSessionFromCtx,
} from 'better-auth/api'
import { secondSteps } from '../attempts/codes-count-once.ts'
import { connect, pending } from './connect.ts'
import { callback, start, startBody } from './sign-in.ts'

/** Calls that change an account. Sessions of company sign-in may not make them. */
const ofOwnSessions = new Set([
  '/change-password',
  '/two-factor/enable',
  ...secondSteps,
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/company/connect',
])

/** Sign-in through an organization's own provider. */
export function companySignIn() {
  return {
    id: 'company-sign-in',
    endpoints: {
      startCompanySignIn: createAuthEndpoint(
        '/company/start',
        { method: 'POST', body: startBody },
        async (ctx) => ctx.json(await start(ctx)),
      ),
      finishCompanySignIn: createAuthEndpoint(
        '/company/callback/:organizationId',
        { method: 'GET' },
        async (ctx) => {
          throw ctx.redirect(await callback(ctx))
        },
      ),
      pendingCompanySignIn: createAuthEndpoint('/company/pending', { method: 'GET' }, async (ctx) =>
        ctx.json(await pending(ctx)),
      ),
      connectCompanySignIn: createAuthEndpoint(
        '/company/connect',
        { method: 'POST' },
        async (ctx) => ctx.json(await connect(ctx)),
      ),
    },
    hooks: {
      before: [
        {
          matcher: ({ path }) => path !== undefined && ofOwnSessions.has(path),
          handler: createAuthMiddleware(refuseCompanySession),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

async function refuseCompanySession(ctx: GenericEndpointContext): Promise<APIError | undefined> {
  const found = await getSessionFromCtx(ctx, { disableRefresh: true })
  const method: unknown = Reflect.get(Object(found?.session), 'method')
  return method === 'company' ? new APIError('FORBIDDEN', { code: 'COMPANY_SESSION' }) : undefined
}
