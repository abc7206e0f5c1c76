import { expect, test, vi } from 'vitest'
import { cookiesOf, withoutSession } from '../testing/cookies.ts'
import { password, setUpAuth } from '../testing/set-up-auth.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

const { core, callsFrom, newPersonWithApp } = setUpAuth()

const DAY = 86_400_000

/** Somebody whose browser was trusted so many days ago, with its cookies. */
async function trusted(address: string, daysAgo: number) {
  const call = callsFrom(address)
  const { email, codeIn } = await newPersonWithApp(call)
  const challenge = cookiesOf(await call('/sign-in/email', { email, password }))
  const sent = { code: await codeIn(30), trustDevice: true }
  const cookies = withoutSession(cookiesOf(await call('/two-factor/verify-totp', sent, challenge)))
  const { id } = await core.db.user.findUniqueOrThrow({ where: { email } })
  const where = { value: id, identifier: { startsWith: 'trust-device-' } }
  const end = new Date(Date.now() + (30 - daysAgo) * DAY)
  await core.db.verification.updateMany({ where, data: { expiresAt: end } })
  const signIn = async (known: string) => {
    const answer = await call('/sign-in/email', { email, password }, known)
    const { twoFactorRedirect = false } = (await answer.json()) as { twoFactorRedirect?: boolean }
    return { asksForCode: twoFactorRedirect, cookies: withoutSession(cookiesOf(answer)) }
  }
  const endsAt = async () => (await core.db.verification.findFirst({ where }))?.expiresAt
  return { cookies, signIn, end, endsAt }
}

test('sign-ins by a trusted browser do not extend the trust', async () => {
  const { cookies, signIn, end, endsAt } = await trusted('192.0.2.140', 20)
  const first = await signIn(cookies)
  expect(first.asksForCode).toBe(false)
  expect(await endsAt()).toEqual(end)
  expect((await signIn(first.cookies)).asksForCode).toBe(false)
  expect(await endsAt()).toEqual(end)
})

test('a browser whose trust is over is asked for a code', async () => {
  const { cookies, signIn } = await trusted('192.0.2.141', 31)
  expect((await signIn(cookies)).asksForCode).toBe(true)
})
