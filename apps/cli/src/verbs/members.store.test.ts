/** The members commands, on the tests' shared database. */
import { randomUUID } from 'node:crypto'
import { acceptInvitation } from '@sluice/core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { useCli } from '../testing/use-cli.ts'

const { core, sluice, sluiceJson } = useCli(inject('databaseUrl'))
afterAll(() => core.close())

const id = `org-${randomUUID()}`
const whose = ['--organization', id] as const
const email = `${randomUUID()}@sluice.example`
beforeAll(() => sluiceJson('organizations', 'create', '--id', id, '--name', 'Acme'))

test('members are invited by link, listed and removed', async () => {
  const invited = await sluiceJson('members', 'invite', email, ...whose, '--role', 'admin')
  expect(invited).toMatchObject({ email, role: 'admin', expiresAt: expect.any(String) })
  const { origin, pathname, hash } = new URL(invited.link)
  expect([origin, pathname]).toEqual(['http://127.0.0.1:3000', '/join'])
  const waiting = await sluice('members', 'list', ...whose)
  expect(waiting.stdout).toMatch(new RegExp(`${email} +admin +invited until `))
  expect(waiting.stdout).not.toContain(hash.slice(1))

  const by = { name: 'Cy', passwordHash: 'hash' }
  const request = { address: null, requestId: 'test' }
  await acceptInvitation(core, { secret: hash.slice(1), by }, request)
  const { items, invitations } = await sluiceJson('members', 'list', ...whose)
  expect(items).toMatchObject([{ email, name: 'Cy', role: 'admin' }])
  expect(invitations).toEqual([])
  expect((await sluice('members', 'invite', email, ...whose)).exitCode).toBe(4)

  const removed = await sluice('members', 'remove', email.toUpperCase(), ...whose)
  expect(removed.stdout).toContain('is no longer a member of')
  expect((await sluice('members', 'remove', email, ...whose)).exitCode).toBe(3)
})

test('an invalid address, an unknown role and an unknown organization are rejected', async () => {
  expect((await sluice('members', 'invite', 'cy', ...whose)).exitCode).toBe(2)
  expect((await sluice('members', 'invite', email, ...whose, '--role', 'guest')).exitCode).toBe(2)
  expect((await sluice('members', 'list', '--organization', 'none')).exitCode).toBe(3)
})
