import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { openTestCore } from '../testing/core.ts'
import { forgetOldActs, listAccountActs, recordAccountEvent } from './index.ts'

// Long before the clocks of other tests, whose entries are in the same table.
const core = openTestCore(new Date('2001-01-01T12:00:00Z'))
afterAll(() => core.close())

const DAY = 86_400

test('entries of the security log are deleted after 180 days', async () => {
  const person = { id: randomUUID(), email: 'ann@sluice.example' }
  const sign = () => recordAccountEvent(core, person, { act: 'account.signIn', address: null })
  const left = async () => {
    await forgetOldActs(core)
    return (await listAccountActs(core, { userId: person.id, limit: 10 })).items.length
  }
  await sign()
  core.advance(DAY)
  await sign()
  core.advance(179 * DAY)
  expect(await left()).toBe(2)
  core.advance(1)
  expect(await left()).toBe(1)
})
