import { randomBytes } from 'node:crypto'
import {
  actForOrganization,
  contextOfMembers,
  keyPeppers,
  lackingPeppers,
  openCore,
  perform,
  recordPeppers,
  setProvider,
} from '@sluice/core'
import { beforeAll, expect, test } from 'vitest'
import { runCli } from '../testing/run-cli.ts'
import { useOwnDatabase } from '../testing/use-own-database.ts'

const { core, environment, sluiceJson } = await useOwnDatabase()
beforeAll(() => sluiceJson('organizations', 'create', '--id', 'acme', '--name', 'Acme'))

/** An integration and a provider whose secrets are encrypted with the newest pepper. */
async function addSealed(peppers: string): Promise<void> {
  const other = openCore({
    databaseUrl: environment.DATABASE_URL,
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
  expect(await lackingPeppers(core)).toEqual([2])
})

test('no command runs with another secret of a pepper than the API', async () => {
  await recordPeppers(core)
  const KEY_PEPPERS = '1:another secret of the tests'
  const { exitCode, stdout, stderr } = await runCli(['organizations', 'list'], {
    ...environment,
    KEY_PEPPERS,
  })
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
  expect(stderr).toMatch(/^KEY_PEPPERS has another secret for version 1 than/)
  expect(stderr).not.toContain('another secret of the tests')
})
