import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { changeRole, inviteMember, leaveOrganization, removeMember } from '../members/index.ts'
import { newAccountOf, request } from '../members/testing/people.ts'
import { openTestCore } from '../testing/core.ts'
import { addDomain } from './domains.ts'
import { confirmIdentity, type Identity } from './identify.ts'
import { removeProvider, setProvider } from './provider.ts'
import { accessOf, byCompany, draft, newCompany } from './testing/company.ts'

const core = openTestCore()
afterAll(() => core.close())

describe('a person who signs in at an identity provider', () => {
  test('is rejected with an unverified address or an unproven domain', async () => {
    const { owner, identify } = await newCompany(core, { joinRole: 'viewer' })
    const unproven = `${randomUUID()}.example`
    await addDomain(owner, unproven)
    const refusedAs = async (facts: Partial<Identity>) => {
      const found = await identify('ann', facts)
      return found.kind === 'refused' ? found.why : found.kind
    }
    expect(await refusedAs({ emailVerified: false })).toBe('unverified')
    expect(await refusedAs({ email: undefined })).toBe('unverified')
    expect(await refusedAs({ email: 'no address' })).toBe('unverified')
    expect(await refusedAs({ email: 'ann@other.example' })).toBe('domain')
    expect(await refusedAs({ email: `ann@${unproven}` })).toBe('domain')
    expect(await refusedAs({ issuer: 'https://other.example' })).toBe('changed')
    expect(await refusedAs({ clientId: 'other' })).toBe('changed')
    expect(await refusedAs({})).toBe('member')
  })

  test('is rejected with an address of a domain of another organization', async () => {
    const [one, two] = [await newCompany(core, { joinRole: 'viewer' }), await newCompany(core)]
    const victim = await newAccountOf(core, `owner@${two.domain}`)
    const found = await one.identify('owner', { email: `owner@${two.domain}` })
    expect(found).toEqual({ kind: 'refused', why: 'domain' })
    expect(await core.db.companyIdentity.count({ where: { userId: victim } })).toBe(0)
  })

  test('needs an invitation if new people do not join automatically', async () => {
    const { owner, identify, domain, roleOf, audit } = await newCompany(core)
    expect(await identify('ann')).toEqual({ kind: 'refused', why: 'invitation' })
    expect(await core.db.user.count({ where: { email: `ann@${domain}` } })).toBe(0)
    await inviteMember(owner, { email: `ann@${domain}`, role: 'admin', byMail: false })
    const found = await identify('ann')
    if (found.kind !== 'member') throw new Error(found.kind)
    expect(await roleOf(found.userId)).toBe('admin')
    const [joined] = (await audit()).filter(({ operation }) => operation === 'members.join')
    expect(joined).toMatchObject({
      after: { email: `ann@${domain}`, role: 'admin', by: 'company' },
    })
  })

  test('joins with the default role, without a password or a proven address', async () => {
    const { identify, roleOf } = await newCompany(core, { joinRole: 'viewer' })
    const found = await identify('ann')
    if (found.kind !== 'member') throw new Error(found.kind)
    expect(await roleOf(found.userId)).toBe('viewer')
    const user = await core.db.user.findUniqueOrThrow({
      where: { id: found.userId },
      include: { accounts: true },
    })
    expect(user).toMatchObject({ name: 'ann', addressProof: 'none', accounts: [] })
  })

  test('is named by the address where the provider gives a name that turns what stands beside it', async () => {
    const { identify } = await newCompany(core, { joinRole: 'viewer' })
    const found = await identify('ann', { name: 'Ann\u202e Smith' })
    if (found.kind !== 'member') throw new Error(found.kind)
    const user = await core.db.user.findUniqueOrThrow({ where: { id: found.userId } })
    expect(user.name).toBe('ann')
  })

  test('is recognized by the subject from then on, whatever the address', async () => {
    const { id, identify, domain } = await newCompany(core, { joinRole: 'viewer' })
    const first = await identify('ann')
    expect(first).toMatchObject({
      joined: { email: `ann@${domain}`, organization: id, role: 'viewer' },
    })
    const asksHowToJoin = vi.spyOn(core.db.companyPerson, 'count')
    const again = await identify('ann', { email: `ann.smith@${domain}` })
    expect(again).toEqual({ kind: 'member', userId: Reflect.get(first, 'userId') })
    expect(asksHowToJoin).not.toHaveBeenCalled()
    // The address now belongs to a colleague, who must not get the account.
    expect(await identify('ann', { subject: 'another person' })).toEqual({
      ...{ kind: 'confirm', email: `ann@${domain}` },
    })
  })

  test('is rejected after being removed, until invited again', async () => {
    const { owner, identify, domain } = await newCompany(core, { joinRole: 'viewer' })
    const found = await identify('ann')
    if (found.kind !== 'member') throw new Error(found.kind)
    await removeMember(owner, found.userId)
    expect(await identify('ann')).toEqual({ kind: 'refused', why: 'invitation' })
    await inviteMember(owner, { email: `ann@${domain}`, role: 'viewer', byMail: false })
    expect(await identify('ann')).toMatchObject({ userId: found.userId })
  })

  test('is let in by each of two concurrent sign-ins', async () => {
    const { owner, identify, domain } = await newCompany(core, { joinRole: 'viewer' })
    const both = () => Promise.all([identify('ann'), identify('ann')])
    const [first, second] = await both()
    expect(first).toMatchObject({ kind: 'member' })
    const userId: string = Reflect.get(first, 'userId')
    expect(second).toMatchObject({ kind: 'member', userId })
    await removeMember(owner, userId)
    await inviteMember(owner, { email: `ann@${domain}`, role: 'viewer', byMail: false })
    const member = { kind: 'member', userId }
    expect(await both()).toMatchObject([member, member])
  })

  test('stays out once removed, even as somebody else at the provider or at another provider', async () => {
    const company = await newCompany(core, { joinRole: 'viewer' })
    const { owner, session, identify, identity, domain, roleOf } = company
    const userId = await newAccountOf(core, `ann@${domain}`, 'Ann', 'operator')
    const pending = identity('ann', { subject: 'ann-2' })
    await confirmIdentity(
      core,
      { identity: identity('ann'), access: await accessOf(core, userId) },
      request,
    )
    await removeMember(owner, userId)
    const refused = { kind: 'refused', why: 'invitation' }
    expect(await identify('ann', { subject: 'ann-2' })).toEqual(refused)
    await expect(
      confirmIdentity(core, { identity: pending, access: await accessOf(core, userId) }, request),
    ).rejects.toThrow('no longer good')
    await removeProvider(owner, session)
    const other = { ...draft, issuer: 'https://other.example', joinRole: 'viewer' } as const
    await setProvider(owner, other, session)
    expect(await identify('ann', { issuer: other.issuer })).toEqual(refused)
    expect(await roleOf(userId)).toBeUndefined()
    await inviteMember(owner, { email: `ann@${domain}`, role: 'admin', byMail: false })
    expect(await identify('ann', { issuer: other.issuer })).toMatchObject({ kind: 'confirm' })
  })

  test.each(['left', 'were removed'])(
    'is rejected until invited if they %s, having never used it',
    async (how) => {
      const { owner, as, identify, domain, roleOf } = await newCompany(core, { joinRole: 'admin' })
      const email = `ann@${domain}`
      const userId = await newAccountOf(core, email)
      const data = { id: randomUUID(), organizationId: owner.actor.organization.id, userId }
      await core.db.membership.create({ data: { ...data, role: 'admin' } })
      await changeRole(owner, { userId, role: 'viewer' })
      await (how === 'left' ? leaveOrganization(await as(userId)) : removeMember(owner, userId))
      expect(await identify('ann')).toEqual({ kind: 'refused', why: 'invitation' })
      await inviteMember(owner, { email, role: 'viewer', byMail: false })
      // Nobody has proven the address, so that the company may still claim the account.
      expect(await identify('ann')).toMatchObject({ kind: 'member', userId, claimed: true })
      expect(await roleOf(userId)).toBe('viewer')
    },
  )

  test('is invited back at the new address as well as at the old one', async () => {
    const { owner, identify, domain, roleOf } = await newCompany(core, { joinRole: 'viewer' })
    const found = await identify('ann')
    if (found.kind !== 'member') throw new Error(found.kind)
    await removeMember(owner, found.userId)
    const email = `ann.smith@${domain}`
    await inviteMember(owner, { email, role: 'admin', byMail: false })
    expect(await identify('ann', { email })).toMatchObject({ userId: found.userId })
    expect(await roleOf(found.userId)).toBe('admin')
  })

  test('with an account is connected only when its holder has signed in to it', async () => {
    const company = await newCompany(core, { joinRole: 'viewer' })
    const { identify, identity, domain, roleOf, audit } = company
    const userId = await newAccountOf(core, `ann@${domain}`, 'Ann', 'operator')
    const wanted = { kind: 'confirm', email: `ann@${domain}` }
    expect(await identify('ann')).toEqual(wanted)
    expect(await roleOf(userId)).toBeUndefined()
    const stranger = confirmIdentity(
      core,
      { identity: identity('ann'), access: await accessOf(core, company.viewer.userId) },
      request,
    )
    await expect(stranger).rejects.toThrow('Sign in as ann@')
    expect(await identify('ann')).toEqual(wanted)
    await confirmIdentity(
      core,
      { identity: identity('ann'), access: await accessOf(core, userId) },
      request,
    )
    expect(await identify('ann')).toEqual({ kind: 'member', userId })
    expect(await roleOf(userId)).toBe('viewer')
    expect((await audit()).map(({ operation }) => operation)).toContain('members.join')
  })

  test('loses the sessions of the identity that another one replaces', async () => {
    const { id, identity, domain } = await newCompany(core, { joinRole: 'viewer' })
    const userId = await newAccountOf(core, `ann@${domain}`, 'Ann', 'operator')
    const connect = async (facts: Partial<Identity> = {}) =>
      confirmIdentity(
        core,
        { identity: identity('ann', facts), access: await accessOf(core, userId) },
        request,
      )
    const isSignedIn = async () => {
      const where = { userId, companyOrganizationId: id }
      return (await core.db.session.count({ where })) > 0
    }
    await connect()
    const expiresAt = new Date(core.clock().getTime() + 3_600_000)
    const session = { id: randomUUID(), token: randomUUID(), expiresAt, ...byCompany(id) }
    await core.db.session.create({ data: { ...session, userId } })
    await connect()
    expect(await isSignedIn()).toBe(true)
    await connect({ subject: 'ann-2' })
    expect(await isSignedIn()).toBe(false)
  })

  test('cannot be connected to an account once the provider is removed', async () => {
    const { owner, session, identity, domain } = await newCompany(core, { joinRole: 'viewer' })
    const userId = await newAccountOf(core, `ann@${domain}`, 'Ann', 'operator')
    await removeProvider(owner, session)
    const confirmed = confirmIdentity(
      core,
      { identity: identity('ann'), access: await accessOf(core, userId) },
      request,
    )
    await expect(confirmed).rejects.toThrow('no longer good')
  })
})
