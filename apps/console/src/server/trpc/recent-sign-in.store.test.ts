/** Procedures that change how somebody signs in, called with an old session. */
import { randomUUID } from 'node:crypto'
import { createOrganization } from '@sluice/core'
import { beforeAll, expect, test, vi } from 'vitest'
import { texts } from '#texts/server.ts'
import { setUpCore } from '../testing/set-up-core.ts'
import { signInMember } from '../testing/sign-in-member.ts'
import type { TrpcContext } from './context.ts'
import { createCallerFactory } from './init.ts'
import { appRouter } from './router.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

const core = setUpCore()
const organizationId = `org-${randomUUID()}`
beforeAll(() => createOrganization(core, { id: organizationId, name: 'Acme' }))

const needsRecent: Record<string, boolean> = {
  'account.get': false,
  'account.activity': false,
  'account.rename': false,
  'account.endSession': false,
  'account.endOtherSessions': false,
  'account.renamePasskey': false,
  'account.deletePasskey': true,
  'company.get': false,
  'company.setProvider': true,
  'company.removeProvider': true,
  'company.test': true,
  'company.addDomain': true,
  'company.proveDomain': true,
  'company.removeDomain': true,
  'company.setRules': true,
  'join.look': false,
  'join.accept': false,
  // These are for the holder of a link, who need not be signed in.
  'join.acceptAsNew': false,
  'reset.request': false,
  'reset.look': false,
  'reset.set': false,
}

const inputs: Record<string, unknown> = {
  'account.deletePasskey': { passkeyId: 'none' },
  'company.setProvider': { issuer: 'https://id.example', clientId: 'a', joinRole: null },
  'company.test': { issuer: 'none' },
  'company.addDomain': { domain: 'a.example' },
  'company.proveDomain': { domain: 'a.example' },
  'company.removeDomain': { domain: 'a.example' },
  'company.setRules': { requireCompany: false, requireSecondFactor: false, sessionHours: null },
}

type Act = (input: unknown) => Promise<unknown>

function refusalOf(context: TrpcContext, name: string, input = inputs[name]): Promise<string> {
  const [noun = '', verb = ''] = name.split('.')
  const procedures = createCallerFactory(appRouter)(context) as unknown as Record<
    string,
    Record<string, Act>
  >
  const act = procedures[noun]?.[verb] as Act
  return act(input).then(
    () => '',
    (error: Error & { cause?: { detail?: string } }) => error.cause?.detail ?? error.message,
  )
}

/** A new owner, in a session that is recent and in an old one. */
async function newOwner() {
  const asked = { organizationId, role: 'owner', sameOrigin: true } as const
  const { context, user } = await signInMember(core, asked)
  const { session } = context
  if (!session) throw new Error('There is a session.')
  const createdAt = new Date(Date.now() - 601_000)
  const old = { ...context, session: { ...session, facts: { ...session.facts, createdAt } } }
  return { context, old, userId: user.id }
}

test('every procedure about an account or how people sign in is in the table', () => {
  const names = Object.keys(appRouter._def.procedures)
  const about = names.filter((name) => /^(account|company|join|reset)\./.test(name))
  expect(Object.keys(needsRecent).sort()).toEqual(about.sort())
})

test.each(Object.entries(needsRecent))(
  'whether %s rejects an old session: %s',
  async (name, needs) => {
    const { context, old } = await newOwner()
    expect((await refusalOf(old, name)) === texts.recentSignIn).toBe(needs)
    if (needs) expect(await refusalOf(context, name)).not.toBe(texts.recentSignIn)
  },
)

test('an old session adds, changes and removes no owner, but other members', async () => {
  const { context, old } = await newOwner()
  const { userId: owner } = await newOwner()
  const asked = { organizationId, role: 'viewer', sameOrigin: true } as const
  const { user: viewer } = await signInMember(core, asked)
  const invitationOf = (role: string) => ({ email: `${randomUUID()}@sluice.example`, role })
  const ofOwners: [string, object | undefined][] = [
    ['members.invite', invitationOf('owner')],
    ['members.changeRole', { userId: viewer.id, role: 'owner' }],
    ['members.changeRole', { userId: owner, role: 'admin' }],
    ['members.remove', { userId: owner }],
    ['members.leave', undefined],
  ]
  for (const [name, input] of ofOwners) {
    expect(await refusalOf(old, name, input)).toBe(texts.recentSignIn)
  }
  expect(await refusalOf(old, 'members.invite', invitationOf('admin'))).toBe('')
  const others: [string, object][] = [
    ['members.changeRole', { userId: viewer.id, role: 'admin' }],
    ['members.remove', { userId: viewer.id }],
  ]
  for (const [name, input] of others) expect(await refusalOf(old, name, input)).toBe('')
  expect(await refusalOf(context, 'members.invite', invitationOf('owner'))).toBe('')
  expect(await refusalOf(context, 'members.remove', { userId: owner })).toBe('')
  const { context: leaving } = await newOwner()
  expect(await refusalOf(leaving, 'members.leave')).toBe('')
})
