import { listAccountActs } from '@sluice/core'
import { expect, test, vi } from 'vitest'
import { backgroundDone } from '../in-background.ts'
import { password, setUpAuth } from '../testing/set-up-auth.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

const { core, callsFrom, newPerson, newPersonWithApp } = setUpAuth()

/** The acts of an account in the security log, oldest first. */
async function logOf(email: string) {
  await backgroundDone()
  const { id: userId } = await core.db.user.findUniqueOrThrow({ where: { email } })
  const { items } = await listAccountActs(core, { userId, limit: 50 })
  return items.toReversed()
}

test('the security log lists sign-ins, failures and throttling, with address and device', async () => {
  const email = await newPerson()
  const call = callsFrom('203.0.113.110')
  await call('/sign-in/email', { email, password: 'not the password' })
  await call('/sign-in/email', { email: email.toUpperCase(), password })
  const from = { address: '203.0.113.110', device: 'a browser', by: 'own', email }
  expect(await logOf(email)).toMatchObject([
    { ...from, act: 'account.failSignIn' },
    { ...from, act: 'account.signIn' },
  ])
  for (let i = 0; i < 11; i++) {
    await callsFrom(`198.51.101.${i}`)('/sign-in/email', { email, password: 'wrong' })
  }
  const acts = (await logOf(email)).map(({ act }) => act)
  expect(acts.filter((act) => act === 'account.throttleSignIn')).toHaveLength(1)
  await call('/sign-in/email', { email: 'nobody@sluice.example', password })
  await backgroundDone()
  const where = { email: 'nobody@sluice.example' }
  expect(await core.db.accountAct.count({ where })).toBe(0)
})

test('the security log lists a wrong code, and each two-step sign-in once', async () => {
  const { codeIn, tryCode, email } = await newPersonWithApp(callsFrom('192.0.2.15'))
  await tryCode('000000')
  await tryCode(await codeIn(30))
  expect((await logOf(email)).map(({ act }) => act)).toEqual([
    'account.signIn',
    'account.failSecondFactor',
    'account.signIn',
  ])
})

test('the security log lists no password that was not checked', async () => {
  const email = await newPerson()
  const sent = { email, password: 'x'.repeat(129) }
  const answer = await callsFrom('203.0.113.111')('/sign-in/email', sent)
  expect([answer.status, await logOf(email)]).toEqual([400, []])
})
