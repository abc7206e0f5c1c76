/** Downloads whose reader loses access while they are running. */
import { randomBytes, randomUUID } from 'node:crypto'
import { addOwner, createOrganization } from '@sluice/core'
import { hashPassword } from 'better-auth/crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { POST } from '../../app/api/auth/[...path]/route.ts'
import { createAuth } from '../auth/auth.ts'
import type { Ask } from '../callers/ask-as-admitted.ts'
import { consoleUrl } from '../testing/environment.ts'
import { setUpCore } from '../testing/set-up-core.ts'
import { signIn } from '../testing/sign-in.ts'
import { csvDownload } from './csv-download.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

const core = setUpCore()
const password = 'quite a good password'

beforeAll(() => {
  const authSecret = randomBytes(32).toString('hex')
  Object.assign(globalThis, { sluiceAuth: createAuth({ authSecret, consoleUrl }) })
})
afterAll(() => {
  Object.assign(globalThis, { sluiceAuth: undefined, sluiceCallerBudget: undefined })
})

/** An endless file. */
async function* pages(ask: Ask): AsyncGenerator<Uint8Array, void> {
  for (;;) {
    await ask('things.list', { query: { limit: 1 } })
    yield Buffer.from('page\n')
  }
}

/** A download that a member of a new organization has started. */
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

test.each(Object.entries(ends))('a download fails once %s', async (_when, end) => {
  const file = await beginFile()
  await end(file)
  // Pages that were read ahead may still arrive.
  const rest = async () => {
    for (let page = 0; page < 10; page += 1) await file.reader.read()
  }
  await expect(rest()).rejects.toThrow()
})

test('a download continues when the member’s role changes, with what the new role may read', async () => {
  const { organizationId, reader } = await beginFile()
  await core.db.membership.updateMany({ where: { organizationId }, data: { role: 'viewer' } })
  for (let page = 0; page < 10; page += 1) {
    expect(await reader.read()).toMatchObject({ done: false })
  }
  await reader.cancel()
})
