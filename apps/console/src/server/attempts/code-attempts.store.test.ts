/** Wrong codes of the second step: somebody who has the password can try few, and does not lock the holder out. */
import { countAttempt, resetPassword, startPasswordReset } from '@sluice/core'
import { expect, test, vi } from 'vitest'
import { cookiesOf } from '../testing/cookies.ts'
import { password, setUpAuth } from '../testing/set-up-auth.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

const { core, newNode, callsFrom, newPerson, newPersonWithApp } = setUpAuth()

const path = '/two-factor/verify-totp'
const MINUTE = 60_000

/** Signs in with the password, from many addresses and at two nodes, and tries wrong codes. */
function guesser(email: string) {
  const nodes = [undefined, newNode().handler] as const
  let calls = 0
  const call = () => {
    calls++
    return callsFrom(`198.51.100.${calls % 250}`, nodes[calls % 2])
  }
  const begin = async () => cookiesOf(await call()('/sign-in/email', { email, password }))

  async function tryOne(challenge: string, code = '000000') {
    const answer = await call()(path, { code }, challenge)
    return answer.ok ? 'in' : ((await answer.json()) as { code: string }).code
  }

  /** Returns how many codes were looked at until it was refused. */
  async function guess(): Promise<number> {
    for (let tries = 0; tries < 100; ) {
      const challenge = await begin()
      for (let i = 0; i < 5; i++, tries++) {
        if ((await tryOne(challenge)) === 'TOO_MANY_CODES') return tries
      }
    }
    return 100
  }

  return { begin, tryOne, guess }
}

test('an account gets ten wrong codes in 15 minutes and fifty a day, from all addresses and nodes', async () => {
  const holder = await newPersonWithApp(callsFrom('192.0.2.40'))
  const { begin, tryOne, guess } = guesser(holder.email)
  const { id } = await core.db.user.findUniqueOrThrow({ where: { email: holder.email } })
  // As if in the hours before: a clock that is an hour ahead would delete what other tests count.
  const earlier = () => countAttempt(core, `codes of ${id}`, { window: 86_400, max: 50 })
  for (let tries = 0; tries < 40; tries++) await earlier()
  expect(await guess()).toBe(10)
  vi.setSystemTime(Date.now() + 15 * MINUTE)
  expect(await guess()).toBe(0)
  expect(await tryOne(await begin(), await holder.codeIn(0))).toBe('TOO_MANY_CODES')
  // A new password gives no more of them: somebody else may read the holder's mail.
  const secret = (await startPasswordReset(core, holder.email))?.secret ?? ''
  const { password: passwordHash } = await core.db.account.findFirstOrThrow({
    where: { user: { email: holder.email } },
  })
  const request = { address: null, requestId: 'test' }
  await resetPassword(core, { secret, passwordHash: passwordHash ?? '' }, request)
  expect(await guess()).toBe(0)
})

test('of concurrent wrong codes in as many challenges, ten are looked at', async () => {
  const { email } = await newPersonWithApp(callsFrom('192.0.2.41'))
  const { begin, tryOne } = guesser(email)
  const challenges: string[] = []
  for (let i = 0; i < 16; i++) challenges.push(await begin())
  const answers = await Promise.all(challenges.map((challenge) => tryOne(challenge)))
  expect(answers.filter((code) => code === 'INVALID_CODE')).toHaveLength(10)
})

test('a browser that signed in before is not locked out by wrong codes elsewhere, and has few itself', async () => {
  const call = callsFrom('192.0.2.42')
  const { email, codeIn } = await newPersonWithApp(call)
  const enter = async (known: string, code: string) => {
    const first = await call('/sign-in/email', { email, password }, known)
    return call(path, { code }, `${known}; ${cookiesOf(first)}`)
  }
  const [known = ''] = /[^ ]*device=[^;]*/.exec(cookiesOf(await enter('', await codeIn(30)))) ?? []
  expect(known).not.toBe('')
  expect(await guesser(email).guess()).toBe(10)
  vi.setSystemTime(Date.now() + MINUTE)
  expect((await enter(known, await codeIn(30))).status).toBe(200)
  for (let i = 0; i < 10; i++) expect((await enter(known, '000000')).status).toBe(401)
  vi.setSystemTime(Date.now() + MINUTE)
  expect((await enter(known, await codeIn(30))).status).toBe(429)
})

test('a browser that signed in with the password alone has no codes of its own', async () => {
  const call = callsFrom('192.0.2.44')
  const email = await newPerson()
  const marks: string[] = []
  for (let i = 0; i < 3; i++) {
    const cookies = cookiesOf(await call('/sign-in/email', { email, password }))
    marks.push(/[^ ]*device=[^;]*/.exec(cookies)?.[0] ?? '')
  }
  expect(new Set(marks).size).toBe(3)
  await newPersonWithApp(call, email)
  let looked = 0
  for (const mark of marks) {
    for (let challenges = 0; challenges < 3; challenges++) {
      const first = await call('/sign-in/email', { email, password }, mark)
      for (let i = 0; i < 5; i++) {
        const answer = await call(path, { code: '000000' }, `${mark}; ${cookiesOf(first)}`)
        const { code } = (await answer.json()) as { code: string }
        if (code !== 'TOO_MANY_CODES') looked++
      }
    }
  }
  expect(looked).toBe(10)
})

test('correct codes do not count', async () => {
  const { codeIn, tryCode } = await newPersonWithApp(callsFrom('192.0.2.43'))
  for (let i = 0; i < 12; i++) {
    vi.setSystemTime(Date.now() + MINUTE)
    expect(await tryCode(await codeIn(0))).toBe('in')
  }
})
