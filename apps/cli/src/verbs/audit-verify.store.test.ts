import { createOrganization } from '@sluice/core'
import { beforeAll, expect, test } from 'vitest'
import { useOwnDatabase } from '../testing/use-own-database.ts'

const { core, sluice } = await useOwnDatabase()
const verify = (...args: string[]) => sluice('audit', 'verify', ...args)

beforeAll(async () => {
  for (const id of ['acme', 'globex']) await createOrganization(core, { id, name: id })
})

test('audit verify reports every organization with its last hash', async () => {
  const { exitCode, stdout, stderr } = await verify()
  expect([exitCode, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^acme: 1 entries verified; last hash [0-9a-f]{64}\nglobex: 1 /)
})

test('audit verify reports one organization as JSON', async () => {
  const { exitCode, stdout } = await verify('--organization', 'acme', '--json')
  expect(exitCode).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    items: [{ organizationId: 'acme', verified: 1, unchained: 0, fault: null }],
  })
})

test('audit verify of an unknown organization exits with code 3', async () => {
  expect(await verify('--organization', 'nobody')).toMatchObject({ exitCode: 3, stdout: '' })
})

test('audit verify names a broken log and exits with code 1', async () => {
  await core.db.$transaction(async (db) => {
    await db.$executeRaw`SET LOCAL session_replication_role = replica`
    await db.auditEntry.updateMany({
      where: { organizationId: 'globex' },
      data: { actorName: 'nobody' },
    })
  })
  const { exitCode, stdout, stderr } = await verify()
  expect(exitCode).toBe(1)
  expect(stdout).toMatch(/\nglobex: broken at entry 1 \(id \d+\): .*; 0 verified\n$/)
  expect(stderr).toBe('The audit log is broken: globex.\n')
})
