import { listAccountActs, resetPassword, startPasswordReset } from '@sluice/core'
import { hashPassword } from 'better-auth/crypto'
import { expect, test, vi } from 'vitest'
import { backgroundDone } from '../in-background.ts'
import { cookiesOf, withoutSession } from '../testing/cookies.ts'
import { password, setUpAuth } from '../testing/set-up-auth.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

const { callsFrom, newPerson, newPersonWithApp, core } = setUpAuth()

test('guesses from many addresses are rejected without locking out a known browser', async () => {
  const email = await newPerson()
  const known = withoutSession(
    cookiesOf(await callsFrom('198.51.100.1')('/sign-in/email', { email, password })),
  )
  expect(known).toContain('device')
  const guess = (i: number) => ({ email, password: `not the password ${i}` })
  for (let i = 0; i < 10; i++) {
    const answer = await callsFrom(`198.51.100.${i + 2}`)('/sign-in/email', guess(i))
    expect(answer.status).toBe(401)
  }
  const stranger = callsFrom('198.51.100.200')
  const refused = await stranger('/sign-in/email', { email: email.toUpperCase(), password })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('x-retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ code: 'TOO_MANY_SIGN_INS' })
  expect((await stranger('/sign-in/email', { email, password }, known)).status).toBe(200)
  const other = await newPerson()
  expect((await stranger('/sign-in/email', { email: other, password })).status).toBe(200)
  // The cookie of one account does not count for another.
  const theirs = await callsFrom('198.51.100.201')('/sign-in/email', { email: other, password })
  const answer = await stranger('/sign-in/email', guess(0), withoutSession(cookiesOf(theirs)))
  expect(answer.status).toBe(429)
})

test('a browser stays known to the last four accounts that signed in with it', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => newPerson()))
  const call = callsFrom('198.51.100.1')
  let known = ''
  for (const email of people) {
    known = withoutSession(cookiesOf(await call('/sign-in/email', { email, password }, known)))
  }
  const answers: number[] = []
  for (const email of people) {
    const guess = { email, password: 'not the password' }
    for (let i = 0; i < 10; i++) await callsFrom(`198.51.100.${i + 2}`)('/sign-in/email', guess)
    const answer = await callsFrom('198.51.100.201')('/sign-in/email', { email, password }, known)
    answers.push(answer.status)
  }
  expect(answers).toEqual([429, 200, 200, 200, 200])
})

test('browsers that signed in with an earlier password are strangers', async () => {
  const email = await newPerson()
  const known = withoutSession(
    cookiesOf(await callsFrom('198.51.100.1')('/sign-in/email', { email, password })),
  )
  const strong = 'seven brave otters'
  const secret = (await startPasswordReset(core, email))?.secret ?? ''
  const request = { address: null, requestId: 'test' }
  await resetPassword(core, { secret, passwordHash: await hashPassword(strong) }, request)
  const guess = { email, password: 'not the password' }
  for (let i = 0; i < 10; i++) await callsFrom(`198.51.100.${i + 2}`)('/sign-in/email', guess)
  const signIn = { email, password: strong }
  const answer = await callsFrom('198.51.100.200')('/sign-in/email', signIn, known)
  expect(answer.status).toBe(429)
})

test('the browser that changes the password stays known', async () => {
  const email = await newPerson()
  const call = callsFrom('198.51.100.1')
  const session = cookiesOf(await call('/sign-in/email', { email, password }))
  const strong = 'seven brave otters'
  const sent = { currentPassword: password, newPassword: strong }
  const changed = await call('/change-password', sent, session)
  expect(changed.status).toBe(200)
  const guess = { email, password: 'not the password' }
  for (let i = 0; i < 10; i++) await callsFrom(`198.51.100.${i + 2}`)('/sign-in/email', guess)
  const known = withoutSession(cookiesOf(changed))
  expect(known).toContain('device')
  const signIn = { email, password: strong }
  const answer = await callsFrom('198.51.100.200')('/sign-in/email', signIn, known)
  expect(answer.status).toBe(200)
})

test('a correct password resets the count of failed sign-ins', async () => {
  const email = await newPerson()
  for (let i = 0; i < 12; i++) {
    const answer = await callsFrom(`203.0.113.${i}`)('/sign-in/email', { email, password })
    expect(answer.status).toBe(200)
  }
})

const sentWith = {
  '/change-password': (given: string) => ({
    currentPassword: given,
    newPassword: 'seven brave otters',
  }),
  '/two-factor/enable': (given: string) => ({ password: given }),
  '/two-factor/disable': (given: string) => ({ password: given }),
  '/two-factor/generate-backup-codes': (given: string) => ({ password: given }),
}

test.each(Object.entries(sentWith))(
  '%s counts and logs the wrong passwords of a session',
  async (path, sent) => {
    const email = await newPerson()
    const session = cookiesOf(
      await callsFrom('198.51.100.1')('/sign-in/email', { email, password }),
    )
    // Backup codes are only made for an account with two-step sign-in.
    await core.db.user.update({ where: { email }, data: { twoFactorEnabled: true } })
    const guess = (i: number, given: string) =>
      callsFrom(`192.0.2.${i}`)(path, sent(given), session)
    for (let i = 0; i < 10; i++) {
      const wrong = await guess(i, `not the password ${i}`)
      expect(await wrong.json()).toMatchObject({ code: 'INVALID_PASSWORD' })
    }
    const refused = await guess(10, password)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ code: 'TOO_MANY_SIGN_INS' })
    await backgroundDone()
    const { id: userId } = await core.db.user.findUniqueOrThrow({ where: { email } })
    const { items } = await listAccountActs(core, { userId, limit: 50 })
    const acts = items.map(({ act }) => act)
    expect(acts.filter((act) => act === 'account.failSignIn')).toHaveLength(10)
    expect(acts).toContain('account.throttleSignIn')
  },
)

test.each(['password1234', 'short'])(
  'a call that is rejected before its password is checked does not count: new password “%s”',
  async (newPassword) => {
    const email = await newPerson()
    const call = callsFrom('198.51.100.2')
    const session = cookiesOf(await call('/sign-in/email', { email, password }))
    for (let i = 0; i < 12; i++) {
      const sent = { currentPassword: password, newPassword }
      const answer = await callsFrom(`203.0.113.${i}`)('/change-password', sent, session)
      expect(answer.status).toBe(400)
    }
    const changed = await call('/change-password', sentWith['/change-password'](password), session)
    expect(changed.status).toBe(200)
  },
)

test('a sign-in to another account does not reset the count', async () => {
  const email = await newPerson()
  for (let i = 0; i < 10; i++) {
    await callsFrom(`198.51.100.${i}`)('/sign-in/email', { email, password: 'not the password' })
  }
  const call = callsFrom('198.51.100.3')
  const own = await newPersonWithApp(call)
  const code = await own.codeIn(30)
  const challenge = cookiesOf(await call('/sign-in/email', { email: own.email, password }))
  expect((await call('/two-factor/verify-totp', { code, email }, challenge)).status).toBe(200)
  expect((await call('/sign-in/email', { email, password })).status).toBe(429)
})
