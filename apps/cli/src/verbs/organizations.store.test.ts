import { beforeAll, describe, expect, test } from 'vitest'
import { acceptLink } from '../testing/accept-link.ts'
import { useOwnDatabase } from '../testing/use-own-database.ts'

const { core, sluice, sluiceJson } = await useOwnDatabase()
beforeAll(() => sluiceJson('organizations', 'create', '--id', 'acme', '--name', 'Acme'))

describe('the organizations command', () => {
  test("creates an organization and prints its owner's invitation link", async () => {
    const args = ['--id', 'globex', '--name', 'Globex', '--admin', 'Ann@Globex.example']
    const { admin } = await sluiceJson('organizations', 'create', ...args)
    const email = 'ann@globex.example'
    expect(admin).toEqual({ email, link: expect.stringContaining('/join#svinv_') })
    expect(await core.db.user.count({ where: { email } })).toBe(0)
    await acceptLink(core, admin.link)
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

  test('exits with 2 when the name is not a line', async () => {
    const { exitCode, stderr } = await sluice(
      ...['organizations', 'create', '--id', 'lines', '--name', 'A\nB'],
    )
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr:
        '--name must be one line, without control characters and overrides of the text direction\n',
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
      stderr: '--id must be 1 to 64 of A-Z a-z 0-9 . _ ~ -, and not . or ..\n',
    })
  })
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
