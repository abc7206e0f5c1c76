/** Commands that concern the whole service, on a separate database. */
import { randomBytes, randomUUID } from 'node:crypto'
import { verifyPassword } from '@better-auth/utils/password'
import {
  acceptInvitation,
  actForOrganization,
  contextOfMembers,
  keyPeppers,
  openCore,
  perform,
  setProvider,
} from '@sluice/core'
import { migrate } from '@sluice/core/migrate'
import { receiveMail } from '@sluice/mail/testing'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createDatabase } from '../testing/create-database.ts'
import { runCli } from '../testing/run-cli.ts'
import { useCli } from '../testing/use-cli.ts'

const database = await createDatabase(inject('databaseUrl'))
const { environment, core, sluice, sluiceJson } = useCli(database.url)

/** An integration and a provider whose secrets are encrypted with the newest pepper. */
async function addSealed(peppers: string): Promise<void> {
  const other = openCore({
    databaseUrl: database.url,
    clickhouseUrl: environment.CLICKHOUSE_URL,
    peppers: keyPeppers.parse(peppers),
  })
  const actor = await actForOrganization(other, 'test', 'acme')
  if (!actor) throw new Error('There is no such organization.')
  const body = { name: 'hook', url: 'https://hooks.example', eventTypes: ['thing.created'] }
  const call = { body: { ...body, resourceFilter: '#' } }
  const name = 'integrations.create'
  const request = { requestId: 'test', address: null }
  await perform(other, { name, actor, call, ...request })
  const client = { issuer: 'https://login.example', clientId: 'sluice', clientSecret: 'x' }
  const facts = { userId: 'none', method: 'password', companyOrganizationId: null } as const
  const session = { ...facts, createdAt: new Date(), hasSecondFactor: false }
  const ctx = contextOfMembers(other, actor, request)
  await setProvider(ctx, { ...client, joinRole: null }, session)
  await other.close()
}

beforeAll(async () => {
  await migrate({ databaseUrl: database.url })
  await sluiceJson('organizations', 'create', '--id', 'acme', '--name', 'Acme')
})

afterAll(async () => {
  await core.close()
  await database.drop()
})

describe('limit requests', () => {
  async function ask() {
    const actor = await actForOrganization(core, 'test', 'asking')
    if (!actor) throw new Error('There is no such organization.')
    const tiers = [{ tier: 'standard', requestsPerMinute: 6000 } as const]
    const call = { body: { tiers, reason: 'more trucks' } }
    const name = 'limitRequests.create'
    return perform(core, { name, actor, call, requestId: 'test', address: null })
  }

  test('are listed, granted in part, and declined', async () => {
    await sluiceJson('organizations', 'create', '--id', 'asking', '--name', 'Asking')
    const [first, second] = [await ask(), await ask()]
    const { items } = await sluiceJson('limits', 'requests')
    expect(items).toHaveLength(2)
    const whose = { organizationId: 'asking', organizationName: 'Asking' }
    expect(items).toContainEqual({ ...whose, ...first })
    const part = ['--limit', 'standard:1200:2000', '--reason', 'for now']
    expect(await sluiceJson('limits', 'grant', first.id, ...part)).toMatchObject({
      status: 'Granted',
      decision: { granted: [{ tier: 'standard', perMinute: 1200, burst: 2000 }] },
    })
    const why = ['--reason', 'send batches']
    const declined = await sluice('limits', 'decline', second.id, ...why)
    expect(declined.stdout).toMatch(/status +Declined\ngranted +nothing/)
    expect((await sluice('limits', 'decline', second.id, ...why)).exitCode).toBe(4)
    const wrong = await sluice('limits', 'grant', second.id, '--limit', 'fast:1:1', ...why)
    expect(wrong.stderr).toContain('--limit fast:1:1 is not TIER:PER_MINUTE:BURST')
  })
})

/** Accepts an invitation by its link, without an existing account. */
async function accept(link: string): Promise<void> {
  const by = { name: 'Eve', passwordHash: 'old hash' }
  const secret = new URL(link).hash.slice(1)
  await acceptInvitation(core, { secret, by }, { address: null, requestId: 'test' })
}

test('operators are invited by link, added on acceptance, removed, and logged', async () => {
  const email = 'eve@sluice.example'
  const { link, ...made } = await sluiceJson('operators', 'add', email)
  expect(made).toEqual({ operator: email, expiresAt: expect.any(String) })
  expect(await sluiceJson('operators', 'list')).toEqual({
    items: [],
    invited: [{ email, expiresAt: made.expiresAt }],
  })
  await accept(link)
  expect((await sluice('operators', 'add', email)).exitCode).toBe(4)
  expect((await sluice('operators', 'add', 'eve')).stderr).toContain('eve is not an e-mail address')
  const { items } = await sluiceJson('operators', 'list')
  expect(items).toEqual([{ email, name: 'Eve', addedAt: expect.any(String) }])
  await sluiceJson('operators', 'remove', email)
  expect((await sluice('operators', 'list')).stdout).toContain('There are none.')
  expect((await sluice('operators', 'remove', email)).exitCode).toBe(3)
  const { items: acts } = await sluiceJson('operators', 'log')
  const at = expect.any(String)
  expect(acts).toEqual(['removed', 'added', 'invited'].map((kind) => ({ kind, email, at })))
  expect((await sluice('operators', 'log')).stdout).toMatch(/TIME +WHAT +EMAIL\n.* removed +eve@/)
})

test('with SMTP configured, an invitation link is mailed and not shown', async () => {
  const server = await receiveMail()
  const mail = { SMTP_URL: server.smtpUrl, MAIL_FROM: 'Sluice <sluice@acme.example>' }
  const email = 'flo@sluice.example'
  const added = await runCli(['operators', 'add', email], { ...environment, ...mail })
  expect(added).toMatchObject({ exitCode: 0, stderr: '' })
  expect(added.stdout).toContain(`sent to ${email}`)
  expect(added.stdout).not.toContain('svinv_')
  expect(server.received).toMatchObject([{ to: [email], raw: expect.stringContaining('svinv_') }])
  await server.close()
})

describe('the organizations command', () => {
  test("creates an organization and prints its owner's invitation link", async () => {
    const args = ['--id', 'globex', '--name', 'Globex', '--admin', 'Ann@Globex.example']
    const { admin } = await sluiceJson('organizations', 'create', ...args)
    const email = 'ann@globex.example'
    expect(admin).toEqual({ email, link: expect.stringContaining('/join#svinv_') })
    expect(await core.db.user.count({ where: { email } })).toBe(0)
    await accept(admin.link)
    const user = await core.db.user.findUniqueOrThrow({
      where: { email },
      include: { memberships: true },
    })
    expect(user.memberships).toMatchObject([{ organizationId: 'globex', role: 'owner' }])
  })

  test('lists all organizations', async () => {
    const { items } = await sluiceJson('organizations', 'list')
    expect(items).toContainEqual({ id: 'acme', name: 'Acme', createdAt: expect.any(String) })
  })

  test('exits with 4 when the id is taken', async () => {
    const again = await sluice('organizations', 'create', '--id', 'acme', '--name', 'Acme')
    expect(again).toEqual({
      exitCode: 4,
      stdout: '',
      stderr: 'The organization acme already exists.\n',
    })
  })

  test('exits with 2 when the id is invalid', async () => {
    const { exitCode, stderr } = await sluice(
      'organizations',
      'create',
      '--id',
      'a b',
      '--name',
      'A',
    )
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: '--id must be 1 to 64 of A-Z a-z 0-9 . _ ~ -\n',
    })
  })
})

test('keys peppers counts what needs each version of the pepper', async () => {
  const create = ['keys', 'create', '--organization', 'acme', '--type', 'Admin', '--name', 'ci']
  const spare = randomBytes(32).toString('hex')
  const KEY_PEPPERS = `0:${spare},${environment.KEY_PEPPERS},2:${spare}`
  const scope = ['--scope', 'read:THING/#/#']
  const made = await runCli([...create, ...scope, '--json'], { ...environment, KEY_PEPPERS })
  expect(made.exitCode).toBe(0)
  await addSealed(KEY_PEPPERS)
  const invite = ['members', 'invite', 'di@sluice.example', '--organization', 'acme']
  await runCli(invite, { ...environment, KEY_PEPPERS })
  const { stdout } = await runCli(['keys', 'peppers'], { ...environment, KEY_PEPPERS })
  expect(stdout).toMatch(/^0 +0 +never +0 +0 +0 +unused: can be removed from KEY_PEPPERS$/m)
  expect(stdout).toMatch(/^2 +1 +never +1 +1 +1 +current: new keys use it$/m)
  const { items } = await sluiceJson('keys', 'peppers')
  expect(items).toContainEqual(expect.objectContaining({ version: 1, newest: true }))
  const refused = {
    version: 2,
    configured: false,
    newest: false,
    activeKeys: 1,
    lastUsedAt: null,
    integrations: 1,
    invitations: 1,
    providers: 1,
  }
  expect(items).toContainEqual(refused)
})

describe('the users command', () => {
  test('set-password sets a new password and ends all sessions', async () => {
    const email = 'cy@hooli.example'
    const create = ['organizations', 'create', '--id', 'hooli', '--name', 'Hooli', '--admin', email]
    const { admin } = await sluiceJson(...create)
    await accept(admin.link)
    const { id: userId } = await core.db.user.findUniqueOrThrow({ where: { email } })
    const session = { id: randomUUID(), token: randomUUID(), userId }
    await core.db.session.create({ data: { ...session, expiresAt: new Date('2099-01-01') } })

    const { password, ...ended } = await sluiceJson('users', 'set-password', email)
    expect(ended).toEqual({ email, passkeysDeleted: 0, twoStepIsOn: false })
    const { accounts, sessions } = await core.db.user.findUniqueOrThrow({
      where: { email },
      include: { accounts: true, sessions: true },
    })
    expect(accounts).toHaveLength(1)
    const hash = accounts[0]?.password ?? ''
    expect(await verifyPassword(hash, password)).toBe(true)
    expect(sessions).toEqual([])
  })

  test('reset-second-factor keeps the password', async () => {
    const email = 'di@hooli.example'
    await accept((await sluiceJson('operators', 'add', email)).link)
    await core.db.user.update({ where: { email }, data: { twoFactorEnabled: true } })
    const reset = await sluiceJson('users', 'reset-second-factor', email)
    expect(reset).toEqual({ email, twoStepWasOn: true, passkeysDeleted: 0 })
    const user = await core.db.user.findUnique({ where: { email }, include: { accounts: true } })
    expect(user).toMatchObject({
      twoFactorEnabled: false,
      accounts: [{ providerId: 'credential' }],
    })
  })

  test('log shows the changes to accounts and no secret', async () => {
    const email = 'ed@hooli.example'
    await accept((await sluiceJson('operators', 'add', email)).link)
    const { password } = await sluiceJson('users', 'set-password', email)
    await sluiceJson('users', 'reset-second-factor', email)
    const { items } = await sluiceJson('users', 'log')
    expect(items.filter((act: { email: string }) => act.email === email)).toMatchObject([
      { act: 'members.resetSecondFactor', by: 'operator', address: null },
      { act: 'members.setPassword', by: 'operator', address: null },
      { act: 'members.join', by: 'own' },
    ])
    const { items: theirs } = await sluiceJson('users', 'log', email)
    expect(theirs).toEqual(items.filter((act: { email: string }) => act.email === email))
    const { stdout } = await sluice('users', 'log')
    expect(stdout).toMatch(/members\.setPassword +1 +command line +ed@hooli\.example/)
    expect(stdout).not.toContain(password)
  })

  test.each(['set-password', 'reset-second-factor'])(
    '%s rejects an address without an account',
    async (verb) => {
      const { exitCode } = await sluice('users', verb, 'nobody@hooli.example')
      expect(exitCode).toBe(3)
    },
  )
})

describe('the migrate command', () => {
  test('applies nothing when the database is up to date', async () => {
    expect(await sluiceJson('migrate')).toEqual({ applied: [] })
  })
})

test('a command fails when a shared secret is missing', async () => {
  const { KEY_PEPPERS: _, ...rest } = environment
  const { exitCode, stderr } = await runCli(['organizations', 'list'], rest)
  expect(exitCode).toBe(1)
  expect(stderr).toMatch(/^KEY_PEPPERS must be set, because DATABASE_URL is/)
})

test('an unreachable database is reported without a stack trace or password', async () => {
  const url = 'postgres://sluice:hunter2@127.0.0.1:1/sluice'
  const { exitCode, stderr } = await runCli(['organizations', 'list'], {
    ...environment,
    DATABASE_URL: url,
  })
  expect(exitCode).toBe(1)
  expect(stderr).toMatch(/^No connection to Postgres at 127\.0\.0\.1:1\/sluice: /)
  expect(stderr).not.toMatch(/hunter2|\n +at /)
})

test("an operator grants a domain and clears an organization's sign-in rules", async () => {
  await sluiceJson('organizations', 'create', '--id', 'signing-in', '--name', 'Signing in')
  const granted = await sluiceJson('organizations', 'grant-domain', 'signing-in', 'Acme.Example')
  expect(granted).toMatchObject({
    provider: null,
    domains: [{ domain: 'acme.example', provenBy: 'operator' }],
  })
  const rules = { requireCompany: true, requireSecondFactor: true, sessionHours: 8 }
  await core.db.signInRules.create({ data: { organizationId: 'signing-in', ...rules } })
  const shown = await sluice('organizations', 'sign-in', 'signing-in')
  expect(shown.stdout).toMatch(/company sign-in +required\n.*second factor +required/)
  const cleared = await sluiceJson('organizations', 'clear-sign-in-rules', 'signing-in')
  const off = { requireCompany: false, requireSecondFactor: false, sessionHours: null }
  expect(cleared).toMatchObject({ rules: off })
  expect((await sluice('organizations', 'sign-in', 'nobody')).exitCode).toBe(3)
  const wrong = await sluice('organizations', 'grant-domain', 'signing-in', 'no domain')
  expect(wrong.exitCode).toBe(2)
})
