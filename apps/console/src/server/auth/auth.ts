import { boundSessions } from '@sluice/core'
import { betterAuth } from 'better-auth'
import { prismaAdapter } from 'better-auth/adapters/prisma'
import { twoFactor } from 'better-auth/plugins'
import { passwordLength } from '#sign-in/password-length.ts'
import { accountAttempts } from '../attempts/account-attempts.ts'
import { addressAttempts } from '../attempts/address-attempts.ts'
import { codeAttempts } from '../attempts/code-attempts.ts'
import { codesCountOnce } from '../attempts/codes-count-once.ts'
import { knownBrowsers } from '../attempts/known-browser.ts'
import { companySignIn } from '../company/plugin.ts'
import { core } from '../core.ts'
import { type Environment, environment } from '../environment.ts'
import { changeOnce, endedAccess } from '../session/ended-access.ts'
import { sessionMemory } from '../session/session-memory.ts'
import { noteMethod, sessionFields } from '../session/session-method.ts'
import { keepEnd, trustedBrowsers } from '../session/trusted-browsers.ts'
import { newBackupCodes } from './backup-codes.ts'
import { trustedOrigins } from './origins.ts'
import { passkeys, rulesOfNewPasskeys } from './passkeys.ts'
import { passwordHashing } from './password-hashing.ts'
import { RECENT, recentSignIn } from './recent-sign-in.ts'
import { replacedSession } from './replaced-session.ts'
import { signInLog } from './sign-in-log.ts'
import { storableBodies } from './storable-bodies.ts'
import { refusesWeakPasswords } from './weak-password.ts'

const WEEK = 7 * 24 * 60 * 60
const HOUR = 60 * 60

/**
 * Sign-in and sessions. Users are created by the operator's command line and by invitation, never by public sign-up.
 * Organizations, members and invitations belong to the core.
 */
export function createAuth({
  authSecret,
  consoleUrl,
}: Pick<Environment, 'authSecret' | 'consoleUrl'>) {
  return betterAuth({
    appName: 'Sluice',
    baseURL: consoleUrl,
    secret: authSecret,
    trustedOrigins: trustedOrigins(consoleUrl),
    database: prismaAdapter(core().db, { provider: 'postgresql' }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      password: passwordHashing,
    },
    // Updated once an hour while in use, so that its owner sees when it was last active.
    session: {
      ...{ expiresIn: WEEK, updateAge: HOUR, freshAge: RECENT },
      additionalFields: sessionFields,
    },
    databaseHooks: {
      session: {
        create: { before: noteMethod, after: (session) => boundSessions(core(), session) },
      },
      account: { update: { before: changeOnce } },
      verification: { create: { before: keepEnd } },
    },
    plugins: [
      storableBodies(),
      twoFactor({
        backupCodeOptions: { customBackupCodesGenerate: newBackupCodes },
        accountLockout: { enabled: false },
      }),
      trustedBrowsers(),
      endedAccess(),
      codeAttempts(),
      codesCountOnce(),
      signInLog(),
      recentSignIn(),
      replacedSession(),
      refusesWeakPasswords(),
      rulesOfNewPasskeys(),
      passkeys(consoleUrl),
      companySignIn(),
      sessionMemory(),
      addressAttempts(),
      knownBrowsers(),
      accountAttempts(),
    ],
    // It counts by address alone: plugins limit attempts instead.
    rateLimit: { enabled: false },
    advanced: { defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' } },
    telemetry: { enabled: false },
    logger: { level: 'error' },
  })
}

type Auth = ReturnType<typeof createAuth>

// Next bundles pages and route handlers separately; both share this instance.
const process = globalThis as typeof globalThis & { sluiceAuth?: Auth }

export function auth(): Auth {
  process.sluiceAuth ??= createAuth(environment())
  return process.sluiceAuth
}
