import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import type { Transaction } from '../database/client.ts'
import { addOwner } from '../organizations/add-owner.ts'
import { newOrganization, openTestCore } from '../testing/core.ts'
import {
  type AccountEvent,
  listAccountActs,
  recordAccountAct,
  recordAccountEvent,
} from './index.ts'

// The present, because every test that counts an attempt deletes those older than an hour.
const core = openTestCore(new Date())
afterAll(() => core.close())

const known = { address: '192.0.2.8', device: 'Firefox' }

async function newPerson() {
  const { id: organizationId } = await newOrganization(core)
  const email = `${randomUUID()}@sluice.example`
  await addOwner(core, { organizationId, email, name: 'Ann', passwordHash: 'x' })
  const { id } = await core.db.user.findUniqueOrThrow({ where: { email } })
  const note = (act: AccountEvent, from: { address: string | null; device: string | null }) =>
    recordAccountEvent(core, { id, email }, { act, ...from })
  const rows = async () => {
    const { items } = await listAccountActs(core, { userId: id, limit: 50 })
    return items.map(({ address, device, times }) => ({ address, device, times }))
  }
  return { id, email, note, rows }
}

test.each([
  ['address', { ...known, address: '203.0.113.66' }],
  ['browser', { ...known, device: 'Chrome' }],
  ['unknown browser', { ...known, device: null }],
])('a sign-in from a new %s has its own row, after ten others in an hour', async (_, stranger) => {
  const { note, rows } = await newPerson()
  for (let i = 0; i < 10; i++) await note('account.signIn', known)
  await note('account.signIn', stranger)
  await note('account.signIn', stranger)
  await note('account.signIn', known)
  const [newest, other, ...rest] = await rows()
  expect([newest, other]).toEqual([
    { ...stranger, times: 2 },
    { ...known, times: 2 },
  ])
  expect(rest).toEqual(Array.from({ length: 9 }, () => ({ ...known, times: 1 })))
})

test('a sign-in is counted on no row of an earlier hour', async () => {
  const { id, email, note, rows } = await newPerson()
  const mobile = { address: '203.0.113.5', device: 'Safari' }
  const now = new Date(core.clock().getTime() - 3_601_000)
  const hand = { ...mobile, by: 'own', now } as const
  await recordAccountAct(core.db as Transaction, {
    person: { id, email },
    hand,
    act: 'account.signIn',
  })
  for (let i = 0; i < 10; i++) await note('account.signIn', known)
  await note('account.signIn', mobile)
  const mobiles = (await rows()).filter(({ device }) => device === 'Safari')
  expect(mobiles.map(({ times }) => times)).toEqual([1, 1])
})

test('failed sign-ins from many addresses share a row, after ten in an hour', async () => {
  const { note, rows } = await newPerson()
  for (let i = 0; i < 15; i++)
    await note('account.failSignIn', { ...known, address: `198.51.100.${i}` })
  const found = await rows()
  expect([found.length, found[0]?.times]).toEqual([10, 6])
})
