import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestCore, type TestCore } from '../testing/core.ts'
import { inviteMember } from './invitations/create.ts'
import { INVITATION_DAYS } from './invitations/draft.ts'
import { type InvitationQuery, listInvitations } from './invitations/list.ts'
import { listMembers, type MemberQuery, memberSorts } from './list.ts'
import { newPeople, type People } from './testing/people.ts'

const DAY = 86_400

let core: TestCore
let people: People
beforeAll(async () => {
  core = openTestCore()
  people = await newPeople(core)
})
afterAll(() => core.close())

/** A member with this name, who joined this many days ago. */
async function join(name: string, daysAgo: number): Promise<string> {
  const member = await people.join('viewer')
  const where = { organizationId_userId: { organizationId: people.id, userId: member.userId } }
  const createdAt = new Date(core.clock().getTime() - daysAgo * DAY * 1000)
  await core.db.membership.update({ where, data: { createdAt } })
  await core.db.user.update({ where: { id: member.userId }, data: { name } })
  return member.email
}

/** All pages of a list, a few rows each. */
async function pagesOf<Item>(
  ask: (paging: { limit: number; cursor?: string }) => Promise<{
    items: Item[]
    nextCursor: string | null
  }>,
): Promise<Item[][]> {
  const pages: Item[][] = []
  let cursor: string | undefined
  do {
    const page = await ask({ limit: 2, ...(cursor && { cursor }) })
    pages.push(page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return pages
}

const members = (query: Partial<MemberQuery> = {}) =>
  pagesOf((paging) => listMembers(people.asSystem(), { sort: 'name', ...query, ...paging }))

const invitations = (query: Partial<InvitationQuery> = {}) =>
  pagesOf((paging) => listInvitations(people.asSystem(), { ...query, ...paging }))

test('the member list pages in every sort order, with ties', async () => {
  for (const daysAgo of [1, 1, 2, 3]) await join('Cy', daysAgo)
  const everybody = (await members()).flat().length
  for (const sort of memberSorts) {
    const pages = await members({ sort })
    const listed = pages.flat()
    expect(new Set(listed.map(({ userId }) => userId)).size).toBe(everybody)
    expect(listed).toHaveLength(everybody)
    expect(pages.every(({ length }) => length <= 2)).toBe(true)
    const turned = await members({ sort: sort.startsWith('-') ? 'name' : '-name' })
    if (sort.endsWith('name')) expect(listed).toEqual(turned.flat().reverse())
  }
  const joined = (await members({ sort: '-createdAt' })).flat().map(({ joinedAt }) => joinedAt)
  expect(joined).toEqual([...joined].sort().reverse())
})

test('members are found by part of a name or an address, and by role', async () => {
  const word = randomUUID()
  const email = await join(`50%_${word.toUpperCase()}`, 1)
  const found = async (query: Partial<MemberQuery>) =>
    (await members(query)).flat().map((member) => member.email)
  expect(await found({ text: word })).toEqual([email])
  expect(await found({ text: '50%_' })).toEqual([email])
  expect(await found({ text: '5_%' })).toEqual([])
  expect(await found({ text: email.slice(3).toUpperCase() })).toEqual([email])
  expect(await found({ text: email, role: 'viewer' })).toEqual([email])
  expect(await found({ text: email, role: 'admin' })).toEqual([])
  expect(await found({ role: 'owner' })).toEqual([people.owner.email])
})

test('the last owner is marked on whichever page they are', async () => {
  const reported = (await members()).flat().filter(({ isLastOwner }) => isLastOwner)
  expect(reported.map(({ userId }) => userId)).toEqual([people.owner.userId])
})

test('a cursor of another sort order is rejected', async () => {
  const { nextCursor } = await listMembers(people.asSystem(), { sort: 'name', limit: 1 })
  const other = { sort: 'createdAt', limit: 1, cursor: nextCursor ?? '' } as const
  await expect(listMembers(people.asSystem(), other)).rejects.toMatchObject({
    code: 'invalid-request',
  })
})

test('invitations are listed by page, newest first, and filtered by address and status', async () => {
  const emails = Array.from({ length: 5 }, (_, i) => `inv_${i}@sluice.example`)
  for (const email of emails.slice(0, 2)) {
    await inviteMember(people.asSystem(), { email, role: 'viewer' })
  }
  core.advance(INVITATION_DAYS * DAY)
  for (const email of emails.slice(2)) {
    await inviteMember(people.asSystem(), { email, role: 'viewer' })
  }
  const pages = await invitations()
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 1])
  const listed = pages.flat().map(({ email }) => email)
  expect(listed.slice(0, 3).sort()).toEqual(emails.slice(2))
  expect(listed.slice(3).sort()).toEqual(emails.slice(0, 2))
  const found = async (query: Partial<InvitationQuery>) =>
    (await invitations(query)).flat().map(({ email }) => email)
  expect((await found({ status: 'expired' })).sort()).toEqual(emails.slice(0, 2))
  expect((await found({ status: 'open' })).sort()).toEqual(emails.slice(2))
  expect(await found({ text: 'INV_3@' })).toEqual(['inv_3@sluice.example'])
  expect(await found({ text: 'inv%' })).toEqual([])
})
