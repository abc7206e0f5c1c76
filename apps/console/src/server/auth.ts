import { betterAuth } from 'better-auth'
import { prismaAdapter } from 'better-auth/adapters/prisma'
import { organization } from 'better-auth/plugins'
import { core } from './core.ts'
import { type Environment, environment } from './environment.ts'
import { trustedOrigins } from './origins.ts'

const WEEK = 7 * 24 * 60 * 60
const DAY = 24 * 60 * 60

/**
 * Sign-in and sessions. Users are made by the operator's command line and by invitation, never by public
 * sign-up. The organization plugin adds the session's choice of organization; its endpoints are not served.
 */
function createAuth({ authSecret, consoleUrl }: Environment) {
  return betterAuth({
    appName: 'Sluice',
    baseURL: consoleUrl,
    secret: authSecret,
    trustedOrigins: trustedOrigins(consoleUrl),
    database: prismaAdapter(core().db, { provider: 'postgresql' }),
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 12 },
    session: { expiresIn: WEEK, updateAge: DAY },
    plugins: [
      organization({
        allowUserToCreateOrganization: false,
        schema: { member: { modelName: 'membership' } },
      }),
    ],
    rateLimit: {
      enabled: true,
      customRules: { '/sign-in/email': { window: 60, max: 20 } },
    },
    advanced: { defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' } },
    telemetry: { enabled: false },
    logger: { level: 'error' },
  })
}

type Auth = ReturnType<typeof createAuth>

// The rate limit's counters live in the instance, and Next bundles pages and route handlers apart.
const process = globalThis as typeof globalThis & { sluiceAuth?: Auth }

export function auth(): Auth {
  process.sluiceAuth ??= createAuth(environment())
  return process.sluiceAuth
}
