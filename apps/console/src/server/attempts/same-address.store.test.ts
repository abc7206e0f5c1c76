/** People behind one address, as behind a NAT or an untrusted proxy: what one of them does locks no other out. */
import { createHmac, randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { cookiesOf, withoutSession } from '../testing/cookies.ts'
import { newPasskey } from '../testing/new-passkey.ts'
import { authUrl, password, setUpAuth } from '../testing/set-up-auth.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

const { core, newNode, newSecret, handle, callsFrom, newPerson, newPersonWithApp } = setUpAuth()

const totp = '/two-factor/verify-totp'
const backup = '/two-factor/verify-backup-code'
const codeOf = async (answer: Response) => ((await answer.json()) as { code?: string }).code

function get(address: string, path: string, cookie = ''): Promise<Response> {
  const headers = { 'x-forwarded-for': address, cookie }
  return handle(new Request(`${authUrl}${path}`, { headers }))
}

/** Calls until one is refused, at most so many times. Returns how many were not. */
async function upTo(most: number, call: (i: number) => Promise<Response>): Promise<number> {
  for (let i = 0; i < most; i++) if ((await call(i)).status === 429) return i
  return most
}

test('codes without a challenge, and wrong codes of another account, keep nobody from the second step', async () => {
  const call = callsFrom('192.0.2.30')
  const mallory = await newPersonWithApp(call)
  const holder = await newPersonWithApp(call)
  expect(await upTo(30, () => call(totp, { code: '000000' }))).toBe(30)
  expect(await upTo(30, () => call(backup, { code: 'aaaaa-aaaaa' }))).toBe(30)
  let challenge = ''
  const wrong = await upTo(30, async (i) => {
    if (i % 5 === 0)
      challenge = cookiesOf(await call('/sign-in/email', { email: mallory.email, password }))
    return call(totp, { code: '000000' }, challenge)
  })
  expect(wrong).toBe(10)
  expect(await holder.tryCode(await holder.codeIn(30))).toBe('in')
})

test('wrong passwords close an address to unknown browsers only', async () => {
  const call = callsFrom('192.0.2.31')
  const email = await newPerson()
  const known = withoutSession(cookiesOf(await call('/sign-in/email', { email, password })))
  const guess = (i: number) => call('/sign-in/email', { email: `nobody-${i}`, password })
  expect(await upTo(100, guess)).toBe(60)
  const refused = await call('/sign-in/email', { email, password })
  expect([refused.status, await codeOf(refused)]).toEqual([429, 'TOO_MANY_FROM_ADDRESS'])
  expect(Number(refused.headers.get('x-retry-after'))).toBeGreaterThan(0)
  expect((await call('/sign-in/email', { email, password }, known)).status).toBe(200)
  // Somebody who knows one account guesses no other with it.
  const other = await newPerson()
  expect((await call('/sign-in/email', { email: other, password }, known)).status).toBe(429)
  expect((await callsFrom('192.0.2.32')('/sign-in/email', { email, password })).status).toBe(200)
})

test('correct passwords do not count against their address', async () => {
  const call = callsFrom('192.0.2.33')
  const people = [await newPerson(), await newPerson(), await newPerson()]
  for (let i = 0; i < 70; i++) {
    const email = people[i % people.length] ?? ''
    expect((await call('/sign-in/email', { email, password })).status).toBe(200)
  }
})

test('right passwords of an account are limited, and wrong ones do not use them up', async () => {
  const email = await newPerson()
  const cookies = withoutSession(
    cookiesOf(await callsFrom('192.0.2.35')('/sign-in/email', { email, password })),
  )
  const guess = () =>
    callsFrom('192.0.2.35')('/sign-in/email', { email, password: 'not the password' }, cookies)
  expect(await upTo(20, guess)).toBe(10)
  const signIn = (i: number) => callsFrom(`203.0.113.${i}`)('/sign-in/email', { email, password })
  expect(await upTo(100, signIn)).toBe(59)
})

test('right passwords of others keep no session and no known browser from theirs', async () => {
  const email = await newPerson()
  const call = callsFrom('192.0.2.37')
  const session = cookiesOf(await call('/sign-in/email', { email, password }))
  const signIn = (i: number) => callsFrom(`203.0.113.${i}`)('/sign-in/email', { email, password })
  expect(await upTo(100, signIn)).toBe(59)
  const known = withoutSession(session)
  expect((await call('/sign-in/email', { email, password }, known)).status).toBe(200)
  expect((await call('/two-factor/enable', { password }, session)).status).toBe(200)
})

const changes = {
  '/change-password': (given: string) => ({
    currentPassword: given,
    newPassword: 'seven brave otters',
  }),
  '/two-factor/enable': (given: string) => ({ password: given }),
}

test.each(Object.entries(changes))(
  '%s with wrong passwords in a session affects no other session',
  async (path, sent) => {
    const call = callsFrom('192.0.2.34')
    const signedIn = async (email: string) =>
      cookiesOf(await call('/sign-in/email', { email, password }))
    const email = await newPerson()
    const [mallory, stolen, own] = [
      await signedIn(await newPerson()),
      await signedIn(email),
      await signedIn(email),
    ]
    const wrong = sent('not the password')
    expect(await upTo(20, () => call(path, wrong, mallory))).toBe(10)
    expect(await upTo(20, () => call(path, wrong, stolen))).toBe(10)
    // Not even a new browser is locked out by a session.
    expect((await call('/sign-in/email', { email, password })).status).toBe(200)
    expect((await call(path, sent(password), own)).status).toBe(200)
  },
)

test.each([
  ['/passkey/generate-authenticate-options', 'GET'],
  ['/company/start', { company: 'nobody.example' }],
  ['/passkey/verify-authentication', { response: {} }],
] as const)('%s is limited per browser, and per address for unknown ones', async (path, sent) => {
  const address = `2001:db8:${randomUUID().slice(0, 4)}::1`
  const call = callsFrom(address)
  const send = (cookie?: string) =>
    sent === 'GET' ? get(address, path, cookie) : call(path, sent, cookie)
  const signIn = async () =>
    withoutSession(cookiesOf(await call('/sign-in/email', { email: await newPerson(), password })))
  const [mallory, holder] = [await signIn(), await signIn()]
  expect(await upTo(100, () => send(mallory))).toBe(60)
  expect((await send()).status).not.toBe(429)
  expect(await upTo(400, () => send())).toBe(299)
  expect((await send(holder)).status).not.toBe(429)
})

test('a signed cookie that is no mark makes no browser known', async () => {
  const address = '192.0.2.38'
  const path = '/passkey/generate-authenticate-options'
  const challenge = cookiesOf(await get(address, path)).replace(/^[^=]+/, 'better-auth.device')
  expect(await upTo(400, () => get(address, path, challenge))).toBe(299)
})

test('browsers that only a company made known are limited by address, too', async () => {
  const secret = newSecret()
  const { handler } = newNode(secret)
  const call = callsFrom('192.0.2.39', handler)
  const start = (mark: string) => {
    const value = `browser.company.${mark}`
    const signature = createHmac('sha256', secret).update(value).digest('base64')
    const cookie = `better-auth.device=${encodeURIComponent(`${value}.${signature}`)}`
    return call('/company/start', { company: 'nobody.example' }, cookie)
  }
  expect(await upTo(100, () => start('one'))).toBe(60)
  expect((await start('two')).status).not.toBe(429)
  const key = `/company/start nobody's address 192.0.2.39`
  await core.db.attempts.update({ where: { key }, data: { count: 1200 } })
  expect((await start('two')).status).toBe(429)
})

test('wrong passwords of an account refuse neither its passkeys nor company sign-in', async () => {
  const address = '192.0.2.36'
  const call = callsFrom(address)
  const email = await newPerson()
  const session = cookiesOf(await call('/sign-in/email', { email, password }))
  const begun = await get(address, '/passkey/generate-register-options', session)
  const options = (await begun.json()) as { challenge: string; rp: { id: string } }
  const passkey = newPasskey(new URL(authUrl).origin, options.rp.id)
  const both = `${session}; ${cookiesOf(begun)}`
  const added = await call(
    '/passkey/verify-registration',
    { response: passkey.registered(options) },
    both,
  )
  expect(added.status).toBe(200)
  const guess = () => call('/sign-in/email', { email, password: 'not the password' })
  expect(await upTo(20, guess)).toBe(10)
  const asked = await get(address, '/passkey/generate-authenticate-options')
  const response = passkey.signedIn((await asked.json()) as { challenge: string })
  const entered = await call('/passkey/verify-authentication', { response }, cookiesOf(asked))
  expect(entered.status).toBe(200)
  expect((await call('/company/start', { company: email })).status).toBe(404)
})
