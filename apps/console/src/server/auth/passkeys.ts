import { passkey } from '@better-auth/passkey'
import { notePasskeyUse } from '@sluice/core'
import { keyStringFaults } from '@sluice/runtime'
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { core } from '../core.ts'
import { nameOfUpTo } from '../name-input.ts'
import { isLoopback, trustedOrigins } from './origins.ts'

export const passkeyName = nameOfUpTo(100)

/** Passkeys that a person may have. */
const MAX_PASSKEYS = 50

const REGISTER = '/passkey/verify-registration'

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
      afterVerification({ verification }) {
        requireVerified(verification.registrationInfo?.userVerified)
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

/** What new passkeys are refused for, before their challenge is used up. */
export function rulesOfNewPasskeys() {
  return {
    id: 'rules-of-new-passkeys',
    hooks: {
      before: [
        // Better Auth would open a session that is in no log and has no method. The caller has one anyway.
        refusal('NO_SESSION_WITH_PASSKEY', ({ createSession }) => createSession !== undefined),
        refusal('NAME_REFUSED', ({ name }) => Boolean(name) && !isPasskeyName(name)),
        {
          // The options come first, so that no device creates a passkey in vain.
          matcher: ({ path }) => path === REGISTER || path === '/passkey/generate-register-options',
          handler: createAuthMiddleware(refuseTooMany),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

interface NewPasskey {
  readonly createSession?: unknown
  readonly name?: unknown
}

function refusal(code: string, refuses: (passkey: NewPasskey) => boolean) {
  return {
    matcher: ({ path, body }: { path?: string; body?: unknown }) =>
      path === REGISTER && refuses(Object(body)),
    handler: createAuthMiddleware(async () => new APIError('BAD_REQUEST', { code })),
  }
}

async function refuseTooMany(ctx: GenericEndpointContext): Promise<APIError | undefined> {
  const found = await getSessionFromCtx(ctx, { disableRefresh: true })
  const count = found && (await core().db.passkey.count({ where: { userId: found.user.id } }))
  if (count === null || count < MAX_PASSKEYS) return undefined
  return new APIError('BAD_REQUEST', { code: 'TOO_MANY_PASSKEYS' })
}

/** The checks of a call that renames one. */
function isPasskeyName(name: unknown): boolean {
  return passkeyName.safeParse(name).success && keyStringFaults(name, '').length === 0
}

/** The domain that browsers bind passkeys to. It cannot be an IP address, so on loopback it is localhost. */
export function relyingParty(consoleUrl: string): string {
  const { hostname } = new URL(consoleUrl)
  return isLoopback(hostname) ? 'localhost' : hostname
}

function requireVerified(userVerified: boolean | undefined): void {
  if (!userVerified) throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_VERIFIED' })
}
