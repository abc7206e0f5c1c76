import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { openTestCore } from '../testing/core.ts'
import { addDomain, proveDomain, removeDomain } from './domains.ts'
import { providerOf, removeProvider, setProvider } from './provider.ts'
import { noRules } from './rules.ts'
import { setSignInRules } from './set-rules.ts'
import { showSignIn } from './show.ts'
import { isStillIdentified } from './still-identified.ts'
import { byCompany, draft, newCompany, sessionOf } from './testing/company.ts'

const core = openTestCore()
afterAll(() => core.close())

const { issuer, clientSecret } = draft

describe('an identity provider', () => {
  test('has a sealed secret that no audit entry or answer contains', async () => {
    const { id, owner, audit } = await newCompany(core)
    const row = await core.db.identityProvider.findUniqueOrThrow({ where: { organizationId: id } })
    expect(Buffer.from(row.clientSecret).includes(clientSecret)).toBe(false)
    expect(JSON.stringify(await audit())).not.toContain(clientSecret)
    expect(JSON.stringify(await showSignIn(owner))).not.toContain(clientSecret)
    expect(await providerOf(core, id)).toMatchObject({ issuer, clientSecret })
    const [entry] = (await audit()).filter(({ operation }) => operation === 'signIn.setProvider')
    expect(entry).toMatchObject({ after: { issuer, clientId: 'sluice', newSecret: true } })
  })

  test('has a secret that cannot be opened for another organization', async () => {
    const [one, two] = [await newCompany(core), await newCompany(core)]
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
    const { id, owner, session } = await newCompany(core)
    const kept = { ...draft, clientSecret: undefined }
    const set = await setProvider(owner, { ...kept, joinRole: 'viewer' }, session)
    expect(set).toMatchObject({ joinRole: 'viewer' })
    expect(await providerOf(core, id)).toMatchObject({ clientSecret })
    const elsewhere = setProvider(owner, { ...kept, issuer: 'https://evil.example' }, session)
    await expect(elsewhere).rejects.toThrow('Enter the client secret')
    const other = setProvider(owner, { ...kept, clientId: 'other' }, session)
    await expect(other).rejects.toThrow('Enter the client secret')
  })

  test('is neither changed nor removed where it is no longer the one that was read', async () => {
    const { owner, session } = await newCompany(core)
    const { etags } = await showSignIn(owner)
    const seen = { ...owner, ifMatch: etags.provider }
    const later = { ...owner, now: new Date(owner.now.getTime() + 1) }
    await setProvider(later, { ...draft, joinRole: 'viewer' }, session)
    const stale = { code: 'precondition-failed' }
    await expect(setProvider(seen, draft, session)).rejects.toMatchObject(stale)
    await expect(removeProvider(seen, session)).rejects.toMatchObject(stale)
    const now = await showSignIn(owner)
    expect(now.provider).toMatchObject({ joinRole: 'viewer' })
    await removeProvider({ ...owner, ifMatch: now.etags.provider }, session)
    const again = setProvider({ ...owner, ifMatch: now.etags.provider }, draft, session)
    await expect(again).rejects.toMatchObject(stale)
    const none = { ...owner, ifMatch: (await showSignIn(owner)).etags.provider }
    await setProvider(none, draft, session)
  })

  test('cannot be changed by its own sessions, which end when it is', async () => {
    const { id, owner, ownerId, session } = await newCompany(core)
    const own = sessionOf(core, ownerId, byCompany(id))
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

  test('is still the same until another one is set, or it is removed', async () => {
    const { id, owner, session, identify, identity } = await newCompany(core, {
      joinRole: 'viewer',
    })
    const found = await identify('ann')
    if (found.kind !== 'member') throw new Error(found.kind)
    const isStill = () => isStillIdentified(core, { ...identity('ann'), userId: found.userId })
    expect(await isStill()).toBe(true)
    await setProvider(owner, { ...draft, clientId: 'another' }, session)
    expect(await isStill()).toBe(false)
    await setProvider(owner, draft, session)
    expect(await isStill()).toBe(true)
    await removeProvider(owner, session)
    expect(await isStill()).toBe(false)
    expect(await core.db.companyIdentity.count({ where: { organizationId: id } })).toBe(0)
  })

  test.each(['admin', 'viewer'] as const)(
    'is neither visible to members with the role %s nor changed by them',
    async (role) => {
      const company = await newCompany(core)
      const ctx = await company.as(company[role].userId)
      const session = sessionOf(core, company[role].userId)
      const refused = { code: 'scope-missing' }
      await expect(showSignIn(ctx)).rejects.toMatchObject(refused)
      await expect(setProvider(ctx, draft, session)).rejects.toMatchObject(refused)
      await expect(removeProvider(ctx, session)).rejects.toMatchObject(refused)
      await expect(addDomain(ctx, 'acme.example')).rejects.toMatchObject(refused)
      await expect(removeDomain(ctx, company.domain)).rejects.toMatchObject(refused)
      const unasked = () => Promise.reject(new Error('DNS is asked for nobody but owners.'))
      await expect(proveDomain(ctx, company.domain, unasked)).rejects.toMatchObject(refused)
      await expect(
        setSignInRules(ctx, { ...noRules, sessionHours: 8 }, session),
      ).rejects.toMatchObject(refused)
    },
  )
})
