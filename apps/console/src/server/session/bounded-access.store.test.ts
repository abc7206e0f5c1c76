import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { cookiesOf } from '../testing/cookies.ts'
import { newPasskey } from '../testing/new-passkey.ts'
import { authUrl, password, setUpAuth } from '../testing/set-up-auth.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

const { core, handle, callsFrom, newPerson } = setUpAuth()
const call = callsFrom('192.0.2.77')

async function idOf(email: string): Promise<string> {
  return (await core.db.user.findUniqueOrThrow({ where: { email } })).id
}

test('a sign-in ends the least recently used sessions beyond 100', async () => {
  const email = await newPerson()
  const userId = await idOf(email)
  const used = (i: number) => new Date(Date.now() - (i + 1) * 60_000)
  const data = Array.from({ length: 120 }, (_, i) => ({
    ...{ id: randomUUID(), token: randomUUID(), userId, updatedAt: used(i) },
    expiresAt: new Date(Date.now() + 3_600_000),
  }))
  await core.db.session.createMany({ data })
  const answer = await call('/sign-in/email', { email, password })
  const { token } = (await answer.json()) as { token: string }
  const rows = await core.db.session.findMany({ where: { userId }, orderBy: { updatedAt: 'desc' } })
  const kept = data.slice(0, 99).map((row) => row.token)
  expect(rows.map((row) => row.token)).toEqual([token, ...kept])
})

test('an account with 50 passkeys gets no other one', async () => {
  const email = await newPerson()
  const userId = await idOf(email)
  const session = cookiesOf(await call('/sign-in/email', { email, password }))
  const options = () => {
    const headers = { cookie: session, origin: new URL(authUrl).origin }
    return handle(new Request(`${authUrl}/passkey/generate-register-options`, { headers }))
  }
  const begun = await options()
  const challenge = (await begun.clone().json()) as { challenge: string; rp: { id: string } }
  const rest = { publicKey: 'x', counter: 0, deviceType: 'singleDevice', backedUp: false }
  const data = Array.from({ length: 50 }, () => ({
    ...{ id: randomUUID(), userId, credentialID: randomUUID() },
    ...rest,
  }))
  await core.db.passkey.createMany({ data })
  const response = newPasskey(new URL(authUrl).origin, challenge.rp.id).registered(challenge)
  const cookies = `${session}; ${cookiesOf(begun)}`
  for (const refused of [
    await call('/passkey/verify-registration', { response }, cookies),
    await options(),
  ]) {
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ code: 'TOO_MANY_PASSKEYS' })
  }
  await core.db.passkey.delete({ where: { id: data[0]?.id ?? '' } })
  expect((await call('/passkey/verify-registration', { response }, cookies)).status).toBe(200)
  expect(await core.db.passkey.count({ where: { userId } })).toBe(50)
})
