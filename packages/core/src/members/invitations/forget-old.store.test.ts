import { afterAll, expect, test } from 'vitest'
import { openTestCore } from '../../testing/core.ts'
import { newAddress, newPeople, request } from '../testing/people.ts'
import { acceptInvitation } from './accept.ts'
import { inviteMember } from './create.ts'
import { INVITATION_DAYS } from './draft.ts'
import { forgetOldInvitations } from './forget-old.ts'
import { withdrawInvitation } from './withdraw.ts'

// Long before the clocks of other tests, whose invitations are in the same table.
const core = openTestCore(new Date('2001-01-01T12:00:00Z'))
afterAll(() => core.close())

const DAY = 86_400

test('ended invitations are deleted after 90 days, but stay in the audit log', async () => {
  const people = await newPeople(core)
  const invite = async (email: string) =>
    inviteMember(await people.as(people.owner.userId), { email, role: 'viewer' })
  const kept = async () => {
    await forgetOldInvitations(core)
    const rows = await core.db.invitation.findMany({ where: { organizationId: people.id } })
    return rows.map(({ status }) => status).sort()
  }
  const { secret } = await invite(newAddress())
  await acceptInvitation(core, { secret, by: { name: 'Cy', passwordHash: 'x' } }, request)
  const { invitation } = await invite(newAddress())
  await withdrawInvitation(await people.as(people.owner.userId), invitation.id)
  const again = newAddress()
  await invite(again)
  await invite(again)
  core.advance(90 * DAY)
  expect(await kept()).toEqual(['open', 'accepted', 'withdrawn', 'replaced'].sort())
  core.advance(1)
  expect(await kept()).toEqual(['open'])
  await invite(newAddress())
  core.advance(INVITATION_DAYS * DAY - 1)
  expect(await kept()).toEqual(['open', 'open'])
  core.advance(1)
  expect(await kept()).toEqual(['open'])
  const noted = (await people.audit()).map(({ operation }) => operation)
  expect(noted.filter((operation) => operation === 'invitations.create')).toHaveLength(5)
  expect(noted).toContain('members.join')
  expect(noted).toContain('invitations.withdraw')
})
