import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { useCli } from '../testing/use-cli.ts'

const { core, sluice, sluiceJson, answerTo } = useCli(inject('databaseUrl'))
const organization = `cli-${randomUUID()}`

beforeAll(async () => {
  await sluiceJson('organizations', 'create', '--id', organization, '--name', 'Acme')
})
afterAll(() => core.close())

describe('the keys command', () => {
  const create = [
    'keys',
    'create',
    '--organization',
    organization,
    '--type',
    'Admin',
    '--name',
    'ci',
  ]

  test('creates a key that works until it is revoked', async () => {
    const created = await sluiceJson(...create, '--scope', '*:#', '--allow-ip', '192.0.2.0/24')
    expect(created).toMatchObject({
      keyType: 'Admin',
      name: 'ci',
      status: 'Active',
      scopes: [{ action: '*', resourceFilter: '#' }],
      allowedIpCidrs: ['192.0.2.0/24'],
      createdBy: { type: 'system', id: 'operator' },
    })
    expect(await answerTo(created.key)).toMatchObject({
      id: created.id,
      organizationId: organization,
    })

    const { items } = await sluiceJson('keys', 'list', '--organization', organization)
    expect(items).toContainEqual(expect.objectContaining({ id: created.id, status: 'Active' }))
    expect(JSON.stringify(items)).not.toContain(created.key)

    const revoke = ['keys', 'revoke', created.id, '--organization', organization]
    expect(await sluiceJson(...revoke)).toMatchObject({ status: 'Revoked' })
    expect(await sluiceJson(...revoke)).toMatchObject({ status: 'Revoked' })
    expect(await answerTo(created.key)).toBe('key-revoked')
  })

  test('creates a key with several scopes, a budget share and an expiry', async () => {
    const scopes = ['--scope', 'read:THING/#/#', '--scope', 'write:KEY/#', '--budget-share', '25']
    const created = await sluiceJson(...create, ...scopes, '--expires-at', '2099-01-01T00:00:00Z')
    expect(created).toMatchObject({
      scopes: [
        { action: 'read', resourceFilter: 'THING/#/#' },
        { action: 'write', resourceFilter: 'KEY/#' },
      ],
      budgetShare: 25,
      expiresAt: '2099-01-01T00:00:00.000Z',
    })
  })

  test('prints the key string first', async () => {
    const { exitCode, stdout } = await sluice(...create, '--scope', '*:#')
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^key +svcad_\w+ {3}\(shown only once\)\nid /)
  })

  test('reports every fault of the input', async () => {
    const wrong = ['--scope', 'own:#', '--scope', 'read:THINGS/#', '--allow-ip', 'here']
    const { exitCode, stderr } = await sluice(...create, ...wrong)
    expect(exitCode).toBe(2)
    expect(stderr).toContain('/body/scopes/0/action must be read, write, admin or *')
    expect(stderr).toContain('/body/scopes/1/resourceFilter ')
    expect(stderr).toContain('/body/allowedIpCidrs/0 ')
  })

  test('rejects a scope without an action', async () => {
    const { exitCode, stderr } = await sluice(...create, '--scope', 'THING/#/#')
    expect(exitCode).toBe(2)
    expect(stderr).toContain('--scope THING/#/# is not ACTION:FILTER')
  })

  test('exits with 3 for an unknown organization or key', async () => {
    const nowhere = await sluice('keys', 'list', '--organization', 'nobody', '--json')
    expect(nowhere.exitCode).toBe(3)
    expect(JSON.parse(nowhere.stderr).error).toMatchObject({ code: 'not-found' })
    const nothing = await sluice('keys', 'revoke', 'nokeyatall00', '--organization', organization)
    expect(nothing.exitCode).toBe(3)
  })

  test('exits with 2 when an option is missing', async () => {
    const { exitCode, stderr } = await sluice('keys', 'create')
    expect(exitCode).toBe(2)
    expect(stderr).toContain("required option '--organization <id>'")
  })
})
