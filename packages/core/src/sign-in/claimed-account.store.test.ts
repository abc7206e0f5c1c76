import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeMember } from '../members/index.ts'
import { request } from '../members/testing/people.ts'
import { resetPassword, startPasswordReset } from '../people/index.ts'
import { openTestCore, type TestCore } from '../testing/core.ts'
import { confirmIdentity } from './identify.ts'
import { newCompany } from './testing/company.ts'

let core: TestCore
beforeAll(() => {
  // Now: every test that counts an attempt deletes those older than an hour.
  core = openTestCore(new Date())
})
afterAll(() => core.close())

/** Somebody who has signed in by the company alone, whose address nobody else has proved. */
async function newColleague() {
  const company = await newCompany(core, { joinRole: 'viewer' })
  const found = await company.identify('ann')
  if (found.kind !== 'member') throw new Error(found.kind)
  const email = `ann@${company.domain}`
  /** As the holder of the address, by a link. */
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
  await confirmIdentity(core, { identity: identity('ann'), userId }, request)
  expect(await identify('ann')).toEqual({ kind: 'member', userId })
})

test('a removed member who claims their account is still kept out of the organization', async () => {
  const { owner, identify, userId, claim } = await newColleague()
  await removeMember(owner, userId)
  expect(await claim()).toBe('members.claimAccount')
  expect(await identify('ann')).toEqual({ kind: 'refused', why: 'invitation' })
})
