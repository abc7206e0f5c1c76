import { expect, test, vi } from 'vitest'
import { cookiesOf } from '../testing/cookies.ts'
import { password, setUpAuth } from '../testing/set-up-auth.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

const { core, newNode, newSecret, callsFrom, newPerson, newPersonWithApp } = setUpAuth()

test('the authenticator secret and the backup codes are stored encrypted', async () => {
  const email = await newPerson()
  const call = callsFrom('192.0.2.10')
  const signedIn = await call('/sign-in/email', { email, password })
  expect(signedIn.status).toBe(200)
  const enabled = await call('/two-factor/enable', { password }, cookiesOf(signedIn))
  const { totpURI, backupCodes } = (await enabled.json()) as {
    totpURI: string
    backupCodes: string[]
  }
  const row = await core.db.twoFactor.findFirstOrThrow({ where: { user: { email } } })
  expect(row.secret).toMatch(/^[0-9a-f]{64,}$/)
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  expect(secret).not.toBe('')
  expect(new Set(backupCodes).size).toBe(10)
  for (const code of backupCodes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
  const kept = JSON.stringify(row)
  for (const plain of [secret, ...backupCodes]) expect(kept).not.toContain(plain)
})

test('accepts an authenticator code once, and no older code after it', async () => {
  const { first, codeIn, tryCode } = await newPersonWithApp(callsFrom('192.0.2.13'))
  expect(await tryCode(first)).toBe('CODE_USED_BEFORE')
  const [second, third] = [await codeIn(30), await codeIn(60)]
  vi.setSystemTime(Date.now() + 60_000)
  expect(await tryCode(third)).toBe('in')
  expect(await tryCode(third)).toBe('CODE_USED_BEFORE')
  expect(await tryCode(second)).toBe('CODE_USED_BEFORE')
  expect(await tryCode('000000')).toBe('INVALID_CODE')
  expect(await tryCode(await codeIn(30))).toBe('in')
})

test('only one of two concurrent sign-ins with the same code succeeds', async () => {
  const { codeIn, tryCode } = await newPersonWithApp(callsFrom('192.0.2.14'))
  const next = await codeIn(30)
  const answers = await Promise.all([tryCode(next), tryCode(next)])
  expect(answers.sort()).toEqual(['CODE_USED_BEFORE', 'in'])
})

test('after a change of AUTH_SECRET, codes of every kind are refused with a reason', async () => {
  const { email, codeIn } = await newPersonWithApp(callsFrom('192.0.2.15'))
  const call = callsFrom('192.0.2.15', newNode(newSecret()).handler)
  const challenge = cookiesOf(await call('/sign-in/email', { email, password }))
  for (const [kind, code] of [
    ['totp', await codeIn(30)],
    ['backup-code', 'aaaaa-aaaaa'],
  ]) {
    const answer = await call(`/two-factor/verify-${kind}`, { code }, challenge)
    expect([answer.status, await answer.json()]).toEqual([401, { code: 'CODES_UNREADABLE' }])
  }
})
