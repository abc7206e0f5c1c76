import { expect, test, vi } from 'vitest'
import { cookiesOf, withoutSession } from './testing/cookies.ts'
import { password, setUpAuth } from './testing/set-up-auth.ts'

vi.mock('./environment.ts', () => import('./testing/environment.ts'))

const { callsFrom, newPerson } = setUpAuth()

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

test('a correct password resets the count of failed sign-ins', async () => {
  const email = await newPerson()
  for (let i = 0; i < 12; i++) {
    const answer = await callsFrom(`203.0.113.${i}`)('/sign-in/email', { email, password })
    expect(answer.status).toBe(200)
  }
})
