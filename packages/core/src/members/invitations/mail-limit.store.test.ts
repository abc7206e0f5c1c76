import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestCore, type TestCore } from '../../testing/core.ts'
import { inThePast } from '../../testing/in-the-past.ts'
import { createOwnedOrganization } from '../create-organization.ts'
import { newAddress, newPeople, type People } from '../testing/people.ts'
import { countInvitationMail, OPERATORS } from './count-mail.ts'
import { inviteMember } from './create.ts'
import { inviteOperator } from './invite-operator.ts'
import { withdrawInvitation } from './withdraw.ts'

let core: TestCore
let people: People
let email: string
beforeAll(() => {
  // The present, because every test that counts an attempt deletes those older than an hour.
  core = openTestCore(new Date())
})
afterAll(() => core.close())
beforeEach(async () => {
  people = await newPeople(core)
  email = newAddress()
})

const asOwner = () => people.as(people.owner.userId)
const invite = async (to = email, byMail = true) =>
  inviteMember(await asOwner(), { email: to, role: 'viewer', byMail })
const limited = { code: 'rate-limited' }

describe('invitations by mail', () => {
  test('are at most five an hour to one address, however many are withdrawn', async () => {
    for (let i = 0; i < 5; i++) {
      const { invitation } = await invite(i % 2 === 0 ? email : email.toUpperCase())
      if (i % 2 === 0) await withdrawInvitation(await asOwner(), invitation.id)
    }
    await expect(invite()).rejects.toMatchObject({ ...limited, retryAfter: 3600 })
    await expect(invite()).rejects.toThrow(`${email} got 5 invitations by mail within an hour`)
    expect((await invite(newAddress())).invitation.status).toBe('open')
  })

  test('are allowed again an hour after the first', () =>
    inThePast(core, async (past) => {
      const count = () => countInvitationMail(past, { sender: people.id, email })
      for (let i = 0; i < 5; i++) await count()
      past.advance(60)
      await expect(count()).rejects.toMatchObject({ ...limited, retryAfter: 3540 })
      await expect(count()).rejects.toThrow('Try again in 59 min.')
      past.advance(3540)
      await count()
    }))

  test('are at most 200 an hour of one organization', async () => {
    const sender = people.id
    for (let i = 0; i < 200; i++) await countInvitationMail(core, { sender, email: newAddress() })
    await expect(invite()).rejects.toThrow('200 invitations were sent by mail within an hour')
    const other = await newPeople(core)
    const owner = await other.as(other.owner.userId)
    const given = { email, role: 'viewer', byMail: true } as const
    expect((await inviteMember(owner, given)).invitation.status).toBe('open')
    // None of the refused ones counts for its address.
    for (let i = 0; i < 6; i++) await expect(invite()).rejects.toThrow('200 invitations were sent')
  })

  test('do not count if they are refused, because none is sent', async () => {
    for (let i = 0; i < 6; i++) {
      await expect(invite(people.viewer.email)).rejects.toMatchObject({ code: 'conflict' })
      await expect(
        createOwnedOrganization(core, { id: people.id, name: 'A', owner: { email, byMail: true } }),
      ).rejects.toMatchObject({ code: 'conflict' })
    }
    const where = { key: { contains: people.id } }
    const counts = (await core.db.attempts.findMany({ where })).map(({ count }) => count)
    expect(counts).toEqual([0, 0])
  })

  test('are not used up by members who may not invite', async () => {
    const viewer = await people.as(people.viewer.userId)
    const given = { email, role: 'viewer', byMail: true } as const
    for (let i = 0; i < 6; i++) {
      await expect(inviteMember(viewer, given)).rejects.toMatchObject({ code: 'scope-missing' })
    }
    expect((await invite()).invitation.status).toBe('open')
  })

  test('have no limit in common with links that are handed over', async () => {
    for (let i = 0; i < 6; i++) await invite(email, false)
    expect((await invite()).invitation.status).toBe('open')
  })

  test('are limited for operators, too', async () => {
    for (let i = 0; i < 5; i++) await inviteOperator(core, { email, byMail: true })
    await expect(inviteOperator(core, { email, byMail: true })).rejects.toMatchObject(limited)
    const again = countInvitationMail(core, { sender: OPERATORS, email })
    await expect(again).rejects.toMatchObject(limited)
  })

  test('leave no address in what is counted', async () => {
    await invite()
    const where = { key: { contains: people.id } }
    const keys = (await core.db.attempts.findMany({ where })).map(({ key }) => key)
    expect(keys).toHaveLength(2)
    expect(keys.join()).not.toContain(email)
  })
})
