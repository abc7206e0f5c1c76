import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeMember } from '../members/index.ts'
import { request } from '../members/testing/people.ts'
import { resetPassword, startPasswordReset } from '../people/index.ts'
import { openTestCore, type TestCore } from '../testing/core.ts'
import { confirmIdentity } from './identify.ts'
import { removeProvider, setProvider } from './provider.ts'
import { isStillIdentified } from './still-identified.ts'
import { accessOf, draft, newCompany } from './testing/company.ts'

let core: TestCore
beforeAll(() => {
  // The present, because every test that counts an attempt deletes those older than an hour.
  core = openTestCore(new Date())
})
afterAll(() => core.close())

/** A person who has signed in only through the company, and whose address is not proven otherwise. */
async function newColleague() {
  const company = await newCompany(core, { joinRole: 'viewer' })
  const found = await company.identify('ann')
  if (found.kind !== 'member') throw new Error(found.kind)
  const email = `ann@${company.domain}`
  /** As the holder of the address, through a link. */
  async function claim() {
    const secret = (await startPasswordReset(core, email))?.secret ?? ''
    return (await resetPassword(core, { secret, passwordHash: 'x' }, request)).act
  }
  return { ...company, email, userId: found.userId, claim }
}

test('a claimed account signs in by the company again once its holder has confirmed it', async () => {
  const { identify, identity, email, userId, claim } = await newColleague()
  expect(await claim()).toBe('members.claimAccount')
  expect(await identify('ann')).toEqual({ kind: 'confirm', email })
  const access = await accessOf(core, userId)
  await confirmIdentity(core, { identity: identity('ann'), access }, request)
  expect(await identify('ann')).toEqual({ kind: 'member', userId })
})

test('a removed member who claims their account is still kept out of the organization', async () => {
  const { owner, identify, userId, claim } = await newColleague()
  await removeMember(owner, userId)
  expect(await claim()).toBe('members.claimAccount')
  expect(await identify('ann')).toEqual({ kind: 'refused', why: 'invitation' })
})

test('no subject that a provider names signs in to a claimed account', async () => {
  const { identify, email, userId, claim } = await newColleague()
  await claim()
  expect(await identify('ann', { subject: `ended ${userId}` })).toEqual({ kind: 'confirm', email })
})

test('nobody is connected, or stays signed in by the company, by what a claim has ended meanwhile', async () => {
  const { identity, userId, claim } = await newColleague()
  const isStill = () => isStillIdentified(core, { ...identity('ann'), userId })
  expect(await isStill()).toBe(true)
  const access = await accessOf(core, userId)
  await claim()
  expect(await isStill()).toBe(false)
  const confirmed = confirmIdentity(core, { identity: identity('ann'), access }, request)
  await expect(confirmed).rejects.toMatchObject({ code: 'conflict' })
})

test('who is removed after the provider was replaced is kept out by the next one too', async () => {
  const { owner, session, identify, userId } = await newColleague()
  await removeProvider(owner, session)
  await setProvider(owner, { ...draft, joinRole: 'viewer' }, session)
  await removeMember(owner, userId)
  expect(await identify('ann')).toEqual({ kind: 'refused', why: 'invitation' })
})

test('what a node of the version before ends is ended', async () => {
  const { id: organizationId, userId } = await newColleague()
  const where = { organizationId, userId }
  await core.db.companyIdentity.updateMany({ where, data: { subject: `ended ${userId}` } })
  expect(await core.db.companyIdentity.count({ where })).toBe(0)
  expect(await core.db.companyPerson.count({ where })).toBe(1)
})
