/** A file that is being read when its reader may no longer have it. */
import { randomBytes, randomUUID } from 'node:crypto'
import { addOwner, createOrganization } from '@sluice/core'
import { hashPassword } from 'better-auth/crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { POST } from '../app/api/auth/[...path]/route.ts'
import type { Ask } from './ask-as-admitted.ts'
import { createAuth } from './auth.ts'
import { csvDownload } from './csv-download.ts'
import { consoleUrl } from './testing/environment.ts'
import { setUpCore } from './testing/set-up-core.ts'
import { signIn } from './testing/sign-in.ts'

vi.mock('./environment.ts', () => import('./testing/environment.ts'))

const core = setUpCore()
const password = 'quite a good password'

beforeAll(() => {
  const authSecret = randomBytes(32).toString('hex')
  Object.assign(globalThis, { sluiceAuth: createAuth({ authSecret, consoleUrl }) })
})
afterAll(() => {
  Object.assign(globalThis, { sluiceAuth: undefined, sluiceCallerBudget: undefined })
})

/** Pages without an end. */
async function* pages(ask: Ask): AsyncGenerator<string, void> {
  for (;;) {
    await ask('things.list', { query: { limit: 1 } })
    yield 'page\n'
  }
}

/** The pages of a file that a member of a new organization has begun to read. */
async function beginFile() {
  const organizationId = `org-${randomUUID()}`
  const email = `${randomUUID()}@sluice.example`
  await createOrganization(core, { id: organizationId, name: 'Acme' })
  const passwordHash = await hashPassword(password)
  await addOwner(core, { organizationId, email, name: 'Ann', passwordHash })
  const cookie = await signIn(email, password)
  const request = new Request(`${consoleUrl}/file`, { headers: { cookie } })
  const answer = await csvDownload(request, { organizationId, filename: 'file.csv', pages })
  expect(answer.status).toBe(200)
  const reader = answer.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>
  await reader.read()
  return { organizationId, email, cookie, reader }
}

type File = Awaited<ReturnType<typeof beginFile>>

const ends: Record<string, (file: File) => Promise<unknown>> = {
  'the member is removed': ({ organizationId }) =>
    core.db.membership.deleteMany({ where: { organizationId } }),
  'the member signs out': ({ cookie }) => {
    const headers = { cookie, origin: consoleUrl, 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: '{}' }
    return POST(new Request(`${consoleUrl}/api/auth/sign-out`, request))
  },
  'all sessions end': ({ email }) => core.db.session.deleteMany({ where: { user: { email } } }),
  'a rule keeps the session out': ({ organizationId }) =>
    core.db.signInRules.create({ data: { organizationId, requireSecondFactor: true } }),
}

test.each(Object.entries(ends))('a file ends with a fault once %s', async (_when, end) => {
  const file = await beginFile()
  await end(file)
  // What was read ahead may still come.
  const rest = async () => {
    for (let page = 0; page < 10; page += 1) await file.reader.read()
  }
  await expect(rest()).rejects.toThrow()
})

test('a file goes on for a member whose role changes, with what that role may read', async () => {
  const { organizationId, reader } = await beginFile()
  await core.db.membership.updateMany({ where: { organizationId }, data: { role: 'viewer' } })
  for (let page = 0; page < 10; page += 1) {
    expect(await reader.read()).toMatchObject({ done: false })
  }
  await reader.cancel()
})
