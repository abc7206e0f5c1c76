import { randomBytes, randomUUID } from 'node:crypto'
import { addOwner, createOrganization } from '@sluice/core'
import { hashPassword, symmetricDecrypt } from 'better-auth/crypto'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { createAuth } from '../auth/auth.ts'
import { backgroundDone } from '../in-background.ts'
import { cookiesOf } from './cookies.ts'
import { setUpCore } from './set-up-core.ts'

export const password = 'quite a good password'
export const authUrl = 'http://localhost:3000/api/auth'

export type CallAuth = (path: string, body: object, cookie?: string) => Promise<Response>

/** The console's sign-in and an organization, for the tests of a file. Usable only while a test runs. */
export function setUpAuth() {
  const core = setUpCore()
  const organizationId = `org-${randomUUID()}`
  const newSecret = () => randomBytes(32).toString('hex')
  const own = newSecret()
  const consoleUrl = 'http://localhost:3000'
  const newNode = (authSecret = own) => createAuth({ authSecret, consoleUrl })
  let auth: ReturnType<typeof createAuth>

  beforeAll(async () => {
    await createOrganization(core, { id: organizationId, name: 'Acme' })
    auth = newNode()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  afterAll(() => backgroundDone())

  const handle = (request: Request) => auth.handler(request)

  /** Calls from a given address, because calls are limited by address. */
  function callsFrom(address: string, handler = handle): CallAuth {
    return (path, body, cookie = '') => {
      const headers = {
        ...{ 'content-type': 'application/json', 'user-agent': 'a browser' },
        'x-forwarded-for': address,
      }
      const request = { method: 'POST', body: JSON.stringify(body) }
      const all = { ...headers, origin: new URL(authUrl).origin, cookie }
      return handler(new Request(`${authUrl}${path}`, { ...request, headers: all }))
    }
  }

  async function newPerson(secret = password) {
    const email = `${randomUUID()}@sluice.example`
    const person = { email, name: 'Ann', passwordHash: await hashPassword(secret) }
    await addOwner(core, { organizationId, ...person })
    return email
  }

  /** Makes the user's sessions too old for calls that require a recent sign-in. */
  async function makeOld(email: string) {
    const since = new Date(Date.now() - 601_000)
    await core.db.session.updateMany({ where: { user: { email } }, data: { createdAt: since } })
  }

  /** Gives a user, by default a new one, an authenticator app, and stops the clock. */
  async function newPersonWithApp(call: CallAuth, known?: string) {
    vi.useFakeTimers({ toFake: ['Date'] })
    const email = known ?? (await newPerson())
    const session = cookiesOf(await call('/sign-in/email', { email, password }))
    await call('/two-factor/enable', { password }, session)
    const kept = () => core.db.twoFactor.findFirstOrThrow({ where: { user: { email } } })
    const secret = await symmetricDecrypt({ key: own, data: (await kept()).secret })

    async function codeIn(seconds: number) {
      const now = Date.now()
      vi.setSystemTime(now + seconds * 1000)
      const { code } = await auth.api.generateTOTP({ body: { secret } })
      vi.setSystemTime(now)
      return code
    }

    /** Signs in again, with this code as the second step. */
    async function tryCode(code: string) {
      const challenge = cookiesOf(await call('/sign-in/email', { email, password }))
      const answer = await call('/two-factor/verify-totp', { code }, challenge)
      return answer.ok ? 'in' : ((await answer.json()) as { code: string }).code
    }

    const first = await codeIn(0)
    const confirmed = await call('/two-factor/verify-totp', { code: first }, session)
    expect(confirmed.status).toBe(200)
    return { kept, first, codeIn, tryCode, email }
  }

  return { core, newNode, newSecret, handle, callsFrom, newPerson, makeOld, newPersonWithApp }
}
