import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { contextOfMembers, inviteMember, removeMember } from '../members/index.ts'
import { newAccountOf, newPeople, request } from '../members/testing/people.ts'
import { newOrganization, openTestCore } from '../testing/core.ts'
import { admitMember } from './admit.ts'
import { addDomain, grantDomain, proveDomain, removeDomain } from './domains.ts'
import { findCompany } from './find.ts'
import { confirmIdentity, type Identity, identifyPerson } from './identify.ts'
import { type ProviderDraft, providerOf, removeProvider, setProvider } from './provider.ts'
import { noRules, type SessionFacts } from './rules.ts'
import { clearSignInRules, setSignInRules } from './set-rules.ts'
import { showSignIn } from './show.ts'

const core = openTestCore()
afterAll(() => core.close())

const issuer = 'https://login.example'
const clientSecret = 'the secret of the client'
const draft: ProviderDraft = { issuer, clientId: 'sluice', clientSecret, joinRole: null }

function sessionOf(userId: string, facts: Partial<SessionFacts> = {}): SessionFacts {
  return {
    ...{ userId, method: 'password', companyOrganizationId: null, hasSecondFactor: false },
    ...{ createdAt: core.clock(), ...facts },
  }
}

const byCompany = (organizationId: string) =>
  ({ method: 'company', companyOrganizationId: organizationId }) as const

/** An organization with a provider and a proven domain of its own. */
async function newCompany(change: Partial<ProviderDraft> = {}) {
  const people = await newPeople(core)
  const owner = await people.as(people.owner.userId)
  const session = sessionOf(people.owner.userId)
  const domain = `${randomUUID()}.example`
  await setProvider(owner, { ...draft, ...change }, session)
  await grantDomain(await people.asSystem(), domain)
  const identity = (name: string, facts: Partial<Identity> = {}): Identity => ({
    ...{ organizationId: people.id, issuer, clientId: 'sluice', subject: `${name}-1` },
    ...{ email: `${name}@${domain}`, emailVerified: true, name, ...facts },
  })
  const identify = (name: string, facts: Partial<Identity> = {}) =>
    identifyPerson(core, identity(name, facts), request)
  const roleOf = async (userId: string) => {
    const of = { organizationId: people.id, userId }
    return (await core.db.membership.findFirst({ where: of }))?.role
  }
  return {
    ...people,
    owner,
    ownerId: people.owner.userId,
    session,
    domain,
    identity,
    identify,
    roleOf,
  }
}

describe('an identity provider', () => {
  test('has a sealed secret that no audit entry or answer contains', async () => {
    const { id, owner, audit } = await newCompany()
    const row = await core.db.identityProvider.findUniqueOrThrow({ where: { organizationId: id } })
    expect(Buffer.from(row.clientSecret).includes(clientSecret)).toBe(false)
    expect(JSON.stringify(await audit())).not.toContain(clientSecret)
    expect(JSON.stringify(await showSignIn(owner))).not.toContain(clientSecret)
    expect(await providerOf(core, id)).toMatchObject({ issuer, clientSecret })
    const [entry] = (await audit()).filter(({ operation }) => operation === 'signIn.setProvider')
    expect(entry).toMatchObject({ after: { issuer, clientId: 'sluice', newSecret: true } })
  })

  test('has a secret that cannot be opened for another organization', async () => {
    const [one, two] = [await newCompany(), await newCompany()]
    const row = await core.db.identityProvider.findUniqueOrThrow({
      where: { organizationId: one.id },
    })
    await core.db.identityProvider.update({
      where: { organizationId: two.id },
      data: { clientSecret: new Uint8Array(row.clientSecret) },
    })
    await expect(providerOf(core, two.id)).rejects.toThrow()
  })

  test('keeps its secret when the role changes, and requires it when the issuer does', async () => {
    const { id, owner, session } = await newCompany()
    const kept = { ...draft, clientSecret: undefined }
    await setProvider(owner, { ...kept, joinRole: 'viewer' }, session)
    expect(await providerOf(core, id)).toMatchObject({ clientSecret, joinRole: 'viewer' })
    const elsewhere = setProvider(owner, { ...kept, issuer: 'https://evil.example' }, session)
    await expect(elsewhere).rejects.toThrow('Enter the client secret')
    const other = setProvider(owner, { ...kept, clientId: 'other' }, session)
    await expect(other).rejects.toThrow('Enter the client secret')
  })

  test('cannot be changed by its own sessions, which end when it is', async () => {
    const { id, owner, ownerId, session } = await newCompany()
    const own = sessionOf(ownerId, byCompany(id))
    const other = { ...draft, issuer: 'https://other.example' }
    await expect(setProvider(owner, other, own)).rejects.toThrow('signed in by this provider')
    await expect(removeProvider(owner, own)).rejects.toThrow('signed in by this provider')
    const facts = { userId: ownerId, expiresAt: new Date('2027-01-01'), method: 'company' } as const
    const data = () => ({
      ...facts,
      id: randomUUID(),
      token: randomUUID(),
      companyOrganizationId: id,
    })
    await core.db.session.create({ data: data() })
    const began = () => core.db.session.count({ where: { companyOrganizationId: id } })
    await setProvider(owner, { ...draft, clientSecret: 'a newer secret' }, own)
    expect(await began()).toBe(1)
    await setProvider(owner, other, session)
    expect(await began()).toBe(0)
    await core.db.session.create({ data: data() })
    await removeProvider(owner, session)
    expect(await began()).toBe(0)
    expect(await providerOf(core, id)).toBeUndefined()
  })

  test.each(['admin', 'viewer'] as const)(
    'is neither visible to members with the role %s nor changed by them',
    async (role) => {
      const company = await newCompany()
      const ctx = await company.as(company[role].userId)
      const session = sessionOf(company[role].userId)
      const refused = { code: 'scope-missing' }
      await expect(showSignIn(ctx)).rejects.toMatchObject(refused)
      await expect(setProvider(ctx, draft, session)).rejects.toMatchObject(refused)
      await expect(removeProvider(ctx, session)).rejects.toMatchObject(refused)
      await expect(addDomain(ctx, 'acme.example')).rejects.toMatchObject(refused)
      await expect(removeDomain(ctx, company.domain)).rejects.toMatchObject(refused)
      await expect(
        setSignInRules(ctx, { ...noRules, sessionHours: 8 }, session),
      ).rejects.toMatchObject(refused)
    },
  )
})

describe('a company domain', () => {
  test('is proven once its TXT record contains the text of the organization', async () => {
    const [one, two] = [await newCompany(), await newCompany()]
    const domain = `${randomUUID()}.example`
    const { record } = await addDomain(one.owner, domain)
    expect(record).toMatch(/^sluice-verification=[\w-]{27}$/)
    const theirs = await addDomain(two.owner, domain)
    const dns = (texts: string[][]) => async (asked: string) => {
      expect(asked).toBe(domain)
      return texts
    }
    const wrong = [['v=spf1 -all'], [theirs.record], [`${record}x`]]
    await expect(proveDomain(one.owner, domain, dns(wrong))).rejects.toThrow('do not have')
    const silent = proveDomain(one.owner, domain, async () => Promise.reject(new Error('NXDOMAIN')))
    await expect(silent).rejects.toThrow('do not have')
    expect(await findCompany(core, { email: `x@${domain}` })).toEqual({ none: true })
    // A long text comes in parts.
    const parts = [record.slice(0, 10), record.slice(10)]
    const proven = await proveDomain(one.owner, domain, dns([...wrong, parts]))
    expect(proven).toMatchObject({ domain, provenBy: 'dns' })
    expect(await findCompany(core, { email: `x@${domain}` })).toEqual({ organizationId: one.id })
  })

  test('proven by two organizations leads to neither provider', async () => {
    const [one, two] = [await newCompany(), await newCompany()]
    await grantDomain(await two.asSystem(), one.domain)
    expect(await findCompany(core, { email: `x@${one.domain}` })).toEqual({ several: true })
    expect(await findCompany(core, { organizationId: two.id })).toEqual({ organizationId: two.id })
  })

  test('leads to a provider whether or not the address has an account', async () => {
    const { id, domain } = await newCompany()
    await newAccountOf(core, `ann@${domain}`)
    for (const name of ['ann', 'nobody']) {
      expect(await findCompany(core, { email: `${name}@${domain}` })).toEqual({
        organizationId: id,
      })
    }
    expect(await findCompany(core, { email: `ann@sub.${domain}` })).toEqual({ none: true })
    expect(await findCompany(core, { organizationId: 'none' })).toEqual({ none: true })
  })

  test('can be proven by the operator and removed by an owner', async () => {
    const { owner, domain, audit, identify } = await newCompany({ joinRole: 'viewer' })
    expect((await showSignIn(owner)).domains).toMatchObject([{ domain, provenBy: 'operator' }])
    await removeDomain(owner, domain)
    expect(await identify('ann')).toEqual({ kind: 'refused', why: 'domain' })
    const names = (await audit()).map(({ operation }) => operation)
    expect(names).toEqual(
      expect.arrayContaining(['signIn.addDomain', 'signIn.proveDomain', 'signIn.removeDomain']),
    )
  })
})

describe('a person who signs in at an identity provider', () => {
  test('is rejected with an unverified address or an unproven domain', async () => {
    const { owner, identify } = await newCompany({ joinRole: 'viewer' })
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
    const [one, two] = [await newCompany({ joinRole: 'viewer' }), await newCompany()]
    const victim = await newAccountOf(core, `owner@${two.domain}`)
    const found = await one.identify('owner', { email: `owner@${two.domain}` })
    expect(found).toEqual({ kind: 'refused', why: 'domain' })
    expect(await core.db.companyIdentity.count({ where: { userId: victim } })).toBe(0)
  })

  test('needs an invitation if new people do not join automatically', async () => {
    const { owner, identify, domain, roleOf, audit } = await newCompany()
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
    const { identify, roleOf } = await newCompany({ joinRole: 'viewer' })
    const found = await identify('ann')
    if (found.kind !== 'member') throw new Error(found.kind)
    expect(await roleOf(found.userId)).toBe('viewer')
    const user = await core.db.user.findUniqueOrThrow({
      where: { id: found.userId },
      include: { accounts: true },
    })
    expect(user).toMatchObject({ name: 'ann', addressProof: 'none', accounts: [] })
  })

  test('is recognized by the subject from then on, whatever the address', async () => {
    const { identify, domain } = await newCompany({ joinRole: 'viewer' })
    const first = await identify('ann')
    expect(await identify('ann', { email: `ann.smith@${domain}` })).toEqual(first)
    // The address now belongs to a colleague, who must not get the account.
    expect(await identify('ann', { subject: 'another person' })).toEqual({
      ...{ kind: 'confirm', email: `ann@${domain}` },
    })
  })

  test('is rejected after being removed, until invited again', async () => {
    const { owner, identify, domain } = await newCompany({ joinRole: 'viewer' })
    const found = await identify('ann')
    if (found.kind !== 'member') throw new Error(found.kind)
    await removeMember(owner, found.userId)
    expect(await identify('ann')).toEqual({ kind: 'refused', why: 'invitation' })
    await inviteMember(owner, { email: `ann@${domain}`, role: 'viewer', byMail: false })
    expect(await identify('ann')).toEqual(found)
  })

  test('with an account is connected only when its holder has signed in to it', async () => {
    const company = await newCompany({ joinRole: 'viewer' })
    const { identify, identity, domain, roleOf, audit } = company
    const userId = await newAccountOf(core, `ann@${domain}`)
    const wanted = { kind: 'confirm', email: `ann@${domain}` }
    expect(await identify('ann')).toEqual(wanted)
    expect(await roleOf(userId)).toBeUndefined()
    const stranger = confirmIdentity(
      core,
      { identity: identity('ann'), userId: company.viewer.userId },
      request,
    )
    await expect(stranger).rejects.toThrow('Sign in as ann@')
    expect(await identify('ann')).toEqual(wanted)
    await confirmIdentity(core, { identity: identity('ann'), userId }, request)
    expect(await identify('ann')).toEqual({ kind: 'member', userId })
    expect(await roleOf(userId)).toBe('viewer')
    expect((await audit()).map(({ operation }) => operation)).toContain('members.join')
  })

  test('cannot be connected to an account once the provider is removed', async () => {
    const { owner, session, identity, domain } = await newCompany({ joinRole: 'viewer' })
    const userId = await newAccountOf(core, `ann@${domain}`)
    await removeProvider(owner, session)
    const confirmed = confirmIdentity(core, { identity: identity('ann'), userId }, request)
    await expect(confirmed).rejects.toThrow('no longer good')
  })
})

describe('a session', () => {
  test('of an identity provider admits only to the organization of the provider', async () => {
    const [one, two] = [await newCompany(), await newCompany()]
    const data = { id: randomUUID(), organizationId: two.id, userId: one.ownerId, role: 'owner' }
    await core.db.membership.create({ data })
    const own = sessionOf(one.ownerId)
    expect(await admitMember(core, own, two.id)).toMatchObject({ actor: { role: 'owner' } })
    const company = sessionOf(one.ownerId, byCompany(one.id))
    expect(await admitMember(core, company, one.id)).toMatchObject({ actor: { role: 'owner' } })
    expect(await admitMember(core, company, two.id)).toBeUndefined()
    expect(await admitMember(core, own, 'none')).toBeUndefined()
  })

  test('that does not meet a new rule is rejected from the next call on', async () => {
    const { id, owner, ownerId, viewer } = await newCompany()
    const password = sessionOf(viewer.userId)
    expect(await admitMember(core, password, id)).toMatchObject({ actor: { role: 'viewer' } })
    const strong = sessionOf(ownerId, { hasSecondFactor: true })
    await setSignInRules(owner, { ...noRules, requireSecondFactor: true }, strong)
    expect(await admitMember(core, password, id)).toEqual({ unmet: 'second-factor' })
    expect(await admitMember(core, { ...password, method: 'passkey' }, id)).toMatchObject({
      actor: {},
    })
    await clearSignInRules(owner)
    expect(await admitMember(core, password, id)).toMatchObject({ actor: {} })
  })

  test('expires for the organization after the configured hours', async () => {
    const { id, owner, ownerId } = await newCompany()
    const session = sessionOf(ownerId)
    await setSignInRules(owner, { ...noRules, sessionHours: 1 }, session)
    const old = { ...session, createdAt: new Date(core.clock().getTime() - 3_600_000) }
    expect(await admitMember(core, old, id)).toEqual({ unmet: 'session-age' })
    expect(await admitMember(core, session, id)).toMatchObject({ actor: {} })
  })
})

describe('sign-in rules', () => {
  test('cannot be enabled if the session of the acting owner does not meet them', async () => {
    const { id, owner, ownerId } = await newCompany()
    const password = sessionOf(ownerId)
    const attempts = [
      { ...noRules, requireCompany: true },
      { ...noRules, requireSecondFactor: true },
    ]
    for (const rules of attempts) {
      await expect(setSignInRules(owner, rules, password)).rejects.toMatchObject({
        code: 'conflict',
      })
    }
    expect(await core.db.signInRules.count({ where: { organizationId: id } })).toBe(0)
    const old = { ...password, createdAt: new Date(core.clock().getTime() - 7_200_000) }
    const short = { ...noRules, sessionHours: 2 }
    await expect(setSignInRules(owner, short, old)).rejects.toThrow('Sign in again first')
  })

  test.each([0, 721, 1.5, -1])('reject sessions of %s hours', async (sessionHours) => {
    const { owner, session } = await newCompany()
    const set = setSignInRules(owner, { ...noRules, sessionHours }, session)
    await expect(set).rejects.toMatchObject({ code: 'invalid-request' })
  })

  test('that require company sign-in keep the provider and a proven domain from removal', async () => {
    const { id, owner, ownerId, session, domain, audit, asSystem } = await newCompany()
    const company = sessionOf(ownerId, byCompany(id))
    await setSignInRules(owner, { ...noRules, requireCompany: true }, company)
    await expect(removeProvider(owner, session)).rejects.toThrow('Switch the rule off')
    const other = setProvider(owner, { ...draft, issuer: 'https://other.example' }, session)
    await expect(other).rejects.toThrow('Switch the rule off')
    await expect(removeDomain(owner, domain)).rejects.toThrow('Switch the rule off')
    await clearSignInRules(await asSystem())
    await removeDomain(owner, domain)
    const [latest] = (await audit()).filter(({ operation }) => operation === 'signIn.setRules')
    expect(latest).toMatchObject({
      before: { requireCompany: true },
      after: noRules,
      actor: { type: 'system' },
    })
  })

  test('do not apply to keys', async () => {
    const { id, useKey, mint, system } = await newOrganization(core)
    const { key } = await mint()
    const data = { requireCompany: true, requireSecondFactor: true, sessionHours: 1 }
    await setSignInRules(
      contextOfMembers(core, system, request),
      data,
      sessionOf('none', byCompany(id)),
    )
    expect(await useKey(key)).toBe('in')
  })
})
