import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeRole } from '../members/index.ts'
import { newPeople, type People } from '../members/testing/people.ts'
import { openTestCore, type TestCore } from '../testing/core.ts'
import { deleteView } from './delete.ts'
import { listViews } from './list.ts'
import { saveView } from './save.ts'
import { savedViewLimits } from './view.ts'

let core: TestCore
beforeAll(() => {
  core = openTestCore()
})
afterAll(() => core.close())

let people: People
beforeEach(async () => {
  people = await newPeople(core)
})

const draft = { name: 'Cold trucks', query: 'fleet=north&metrics=temperature' }
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error) => error.code,
  )
const as = (role: 'owner' | 'admin' | 'viewer') => people.as(people[role].userId)

test('what one member saves, all members see, and no other organization', async () => {
  const saved = await saveView(await as('admin'), draft)
  expect(saved).toMatchObject({ ...draft, createdBy: { type: 'user', id: people.admin.userId } })
  expect(await listViews(await as('viewer'))).toEqual([saved])
  const others = await newPeople(core)
  const stranger = await others.as(others.owner.userId)
  expect(await listViews(stranger)).toEqual([])
  expect(await codeOf(deleteView(stranger, saved.id))).toBe('not-found')
  expect(await codeOf(saveView(stranger, { ...draft, id: saved.id }))).toBe('not-found')
  expect(await listViews(await as('owner'))).toEqual([saved])
})

test('a viewer saves, replaces and deletes nothing', async () => {
  const viewer = await as('viewer')
  const saved = await saveView(await as('owner'), draft)
  expect(await codeOf(saveView(viewer, { ...draft, name: 'Mine' }))).toBe('scope-missing')
  expect(await codeOf(saveView(viewer, { ...draft, id: saved.id }))).toBe('scope-missing')
  expect(await codeOf(deleteView(viewer, saved.id))).toBe('scope-missing')
  expect(await listViews(viewer)).toEqual([saved])
})

test('a name is one view’s, and a view can be replaced and deleted', async () => {
  const owner = await as('owner')
  const saved = await saveView(owner, draft)
  expect(await codeOf(saveView(owner, draft))).toBe('conflict')
  const replaced = await saveView(owner, { id: saved.id, name: draft.name, query: 'fleet=south' })
  expect(await listViews(owner)).toEqual([replaced])
  const other = await saveView(owner, { ...draft, name: 'Other' })
  expect(await codeOf(saveView(owner, { ...draft, id: other.id }))).toBe('conflict')
  await deleteView(owner, saved.id)
  expect((await listViews(owner)).map(({ name }) => name)).toEqual(['Other'])
  expect(await codeOf(deleteView(owner, saved.id))).toBe('not-found')
})

test('of members who choose a name at once, one gets it and the others are told', async () => {
  const owner = await as('owner')
  const ids = [undefined, (await saveView(owner, { ...draft, name: 'One' })).id]
  for (const id of ids) {
    const name = `New ${id}`
    const other = await saveView(owner, { ...draft, name: `Other ${id}` })
    const saves = await Promise.allSettled(
      [id, other.id].map((id) => saveView(owner, { ...draft, name, id })),
    )
    const faults = saves.flatMap((save) => (save.status === 'rejected' ? [save.reason.detail] : []))
    expect(faults).toEqual([
      `There is a view called “${name}”. Choose another name, or replace that view.`,
    ])
  }
})

test('each change has an audit entry with what was there before', async () => {
  const owner = await as('owner')
  const saved = await saveView(owner, draft)
  // Saved unchanged: nothing happens.
  expect(await saveView(owner, { ...draft, id: saved.id })).toEqual(saved)
  await saveView(owner, { ...draft, id: saved.id, query: 'fleet=south' })
  await deleteView(owner, saved.id)
  const entries = await core.db.auditEntry.findMany({
    where: {
      organizationId: owner.actor.organization.id,
      operation: { startsWith: 'savedViews.' },
    },
    orderBy: { id: 'asc' },
  })
  expect(
    entries.map(({ operation, before, after }) => ({ operation, before, after })),
  ).toMatchObject([
    { operation: 'savedViews.create', before: null, after: draft },
    { operation: 'savedViews.update', before: draft, after: { query: 'fleet=south' } },
    { operation: 'savedViews.delete', before: { query: 'fleet=south' }, after: null },
  ])
})

test('nothing is changed by a member who was demoted meanwhile', async () => {
  const saved = await saveView(await as('owner'), draft)
  const { userId } = people.admin
  const admin = await as('admin')
  await changeRole(await as('owner'), { userId, role: 'viewer' })
  const changes = [
    saveView(admin, { ...draft, name: 'Mine' }),
    saveView(admin, { ...draft, id: saved.id, query: 'fleet=south' }),
    deleteView(admin, saved.id),
  ]
  expect(await Promise.all(changes.map(codeOf))).toEqual(Array(3).fill('conflict'))
  expect(await listViews(admin)).toEqual([saved])
})

test('an organization has so many views and no more', async () => {
  const owner = await as('owner')
  const organizationId = owner.actor.organization.id
  const createdBy = { type: 'user', id: 'u', name: 'U' }
  await core.db.savedView.createMany({
    data: Array.from({ length: savedViewLimits.views }, (_, i) => {
      return { organizationId, id: `v${i}`, name: `View ${i}`, query: '', createdBy }
    }),
  })
  expect(await codeOf(saveView(owner, draft))).toBe('conflict')
  expect(await codeOf(saveView(owner, { id: 'v1', name: 'View 1', query: 'x=1' }))).toBe('done')
})
