import { passkey } from '@better-auth/passkey'
import { notePasskeyUse } from '@sluice/core'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { core } from '../core.ts'
import { isLoopback, trustedOrigins } from './origins.ts'

export const PASSKEY_NAME_LENGTH = 100

/**
 * Passkeys sign in without a password or a second step. So each use must verify the person, by a fingerprint or a PIN
 * for example, and not only possession of the device.
 */
export function passkeys(consoleUrl: string) {
  return passkey({
    rpName: 'Sluice',
    rpID: relyingParty(consoleUrl),
    origin: trustedOrigins(consoleUrl),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification({ ctx, verification }) {
        requireVerified(verification.registrationInfo?.userVerified)
        const { name } = ctx.body as { name?: string }
        if (name && name.length > PASSKEY_NAME_LENGTH) {
          throw new APIError('BAD_REQUEST', { code: 'NAME_TOO_LONG' })
        }
      },
    },
    authentication: {
      async afterVerification({ verification }) {
        requireVerified(verification.authenticationInfo.userVerified)
        await notePasskeyUse(core(), verification.authenticationInfo.credentialID)
      },
    },
  })
}

/** Better Auth would open a session that is in no log and has no method. The caller has one anyway. */
export function refusesSessionsOfNewPasskeys() {
  return {
    id: 'no-sessions-of-new-passkeys',
    hooks: {
      before: [
        {
          matcher: ({ path, body }) =>
            path === '/passkey/verify-registration' && Object(body).createSession !== undefined,
          handler: createAuthMiddleware(
            async () => new APIError('BAD_REQUEST', { code: 'NO_SESSION_WITH_PASSKEY' }),
          ),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

/** The domain that browsers bind passkeys to. It cannot be an IP address, so on loopback it is localhost. */
export function relyingParty(consoleUrl: string): string {
  const { hostname } = new URL(consoleUrl)
  return isLoopback(hostname) ? 'localhost' : hostname
}

function requireVerified(userVerified: boolean | undefined): void {
  if (!userVerified) throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_VERIFIED' })
}
