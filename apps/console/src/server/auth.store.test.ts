import { randomBytes, randomUUID } from 'node:crypto'
import { addOperator, openCore } from '@sluice/core'
import { hashPassword } from 'better-auth/crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createAuth } from './auth.ts'

const consoleUrl = 'http://localhost:3000'
const password = 'quite a good password'

const core = openCore({
  databaseUrl: inject('databaseUrl'),
  clickhouseUrl: inject('clickhouseUrl'),
  peppers: new Map([[1, randomBytes(32).toString('hex')]]),
})
const settings = { authSecret: randomBytes(32).toString('hex'), consoleUrl }
let auth: ReturnType<typeof createAuth>
beforeAll(() => {
  Object.assign(globalThis, { sluiceCore: core })
  auth = createAuth(settings)
})
afterAll(async () => {
  Object.assign(globalThis, { sluiceCore: undefined })
  await core.close()
})

/** Calls from an address of the caller's own, for calls are counted by address. */
function callsFrom(address: string, instance = auth) {
  return (path: string, body: object, cookie = '') => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
    const request = { method: 'POST', body: JSON.stringify(body) }
    const url = `${consoleUrl}/api/auth${path}`
    const own = { ...headers, origin: consoleUrl, cookie }
    return instance.handler(new Request(url, { ...request, headers: own }))
  }
}

async function newPerson() {
  const email = `${randomUUID()}@sluice.example`
  await addOperator(core, { email, name: 'Ann', passwordHash: await hashPassword(password) })
  return email
}

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

test('the authenticator app’s secret and the backup codes are encrypted where they are kept', async () => {
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

test('codes are counted by the database, for every node of the console', async () => {
  const call = callsFrom('192.0.2.11')
  const guess = { code: '000000' }
  for (let tries = 0; tries < 10; tries++) {
    expect((await call('/two-factor/verify-totp', guess)).status).toBe(401)
  }
  const elsewhere = callsFrom('192.0.2.11', createAuth(settings))
  expect((await elsewhere('/two-factor/verify-totp', guess)).status).toBe(429)
  const another = callsFrom('192.0.2.12')
  expect((await another('/two-factor/verify-totp', guess)).status).toBe(401)
})
