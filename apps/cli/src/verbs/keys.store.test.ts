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
    expect(stderr.split('\n').map((line) => line.split(': ')[0])).toEqual([
      '--scope own:#',
      '--scope read:THINGS/#',
      '--allow-ip here',
      '',
    ])
    expect(stderr).toContain('--scope own:#: must be read, write, admin or *')
    const { stderr: json } = await sluice(...create, ...wrong, '--json')
    expect(JSON.parse(json).error.errors[0]).toMatchObject({
      ...{ option: '--scope', value: 'own:#', pointer: '/body/scopes/0/action' },
    })
  })

  test('shows, updates and rotates a key, and shows no string but the new one', async () => {
    const { id, key } = await sluiceJson(...create, '--scope', 'read:THING/#/#')
    const on = [id, '--organization', organization]
    const share = ['--budget-share', '25', '--allow-ip', '192.0.2.7', '--name', 'nightly']
    const updated = await sluiceJson('keys', 'update', ...on, ...share)
    expect(updated).toMatchObject({
      name: 'nightly',
      budgetShare: 25,
      scopes: [{ action: 'read' }],
    })
    const cleared = ['--allow-anywhere', '--budget-share', 'all', '--expires-at', 'never']
    expect(await sluiceJson('keys', 'update', ...on, ...cleared)).toMatchObject({
      ...{ name: 'nightly', budgetShare: null, allowedIpCidrs: [], expiresAt: null },
    })
    expect(await sluiceJson('keys', 'show', ...on)).toMatchObject({ id, name: 'nightly' })
    const { stdout } = await sluice('keys', 'show', ...on)
    expect(stdout).toMatch(/^name +nightly$/m)
    expect(stdout).not.toContain(key)
    const made = await sluiceJson('keys', 'rotate', ...on, '--overlap', '1h')
    expect(made).toMatchObject({ name: 'nightly', key: expect.stringMatching(/^svcad_/) })
    expect(await answerTo(made.key)).toMatchObject({ id: made.id })
    expect(await answerTo(key)).toMatchObject({ id })
    const suggested = await sluice('keys', 'suggest', ...on)
    expect(suggested).toMatchObject({ exitCode: 0, stderr: '' })
    expect(suggested.stdout).toContain('successful calls from')
  })

  test.each([
    [['update'], 'There is nothing to change.'],
    [['update', '--allow-ip', '10.0.0.1/8'], '--allow-ip 10.0.0.1/8: '],
    [['update', '--allow-ip', '::1', '--allow-anywhere'], 'say different things'],
    [['update', '--budget-share', 'half'], '--budget-share half: '],
    [['rotate', '--overlap', '8 days'], '--overlap 8 days: must be like'],
    [['rotate', '--overlap', '8d'], '--overlap 8d: must be at most'],
    [['suggest', '--days', '0'], '--days 0: '],
  ])('names the option that is wrong: keys %j', async ([verb = '', ...options], message) => {
    const { id } = await sluiceJson(...create, '--scope', 'read:THING/#/#')
    const { exitCode, stderr } = await sluice(
      ...['keys', verb, id, '--organization', organization, ...options],
    )
    expect(exitCode).toBe(2)
    expect(stderr).toContain(message)
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
