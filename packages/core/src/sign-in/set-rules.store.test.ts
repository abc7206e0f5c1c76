import { afterAll, describe, expect, test } from 'vitest'
import { contextOfMembers } from '../members/index.ts'
import { request } from '../members/testing/people.ts'
import { newOrganization, openTestCore } from '../testing/core.ts'
import { addDomain, grantDomain, removeDomain } from './domains.ts'
import { removeProvider, setProvider } from './provider.ts'
import { noRules } from './rules.ts'
import { clearSignInRules, setSignInRules } from './set-rules.ts'
import { showSignIn } from './show.ts'
import { byCompany, draft, newCompany, sessionOf } from './testing/company.ts'

const core = openTestCore()
afterAll(() => core.close())

describe('sign-in rules', () => {
  test('cannot be enabled if the session of the acting owner does not meet them', async () => {
    const { id, owner, ownerId } = await newCompany(core)
    const password = sessionOf(core, ownerId)
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
    const { owner, session } = await newCompany(core)
    const set = setSignInRules(owner, { ...noRules, sessionHours }, session)
    await expect(set).rejects.toMatchObject({ code: 'invalid-request' })
  })

  test('that require company sign-in keep the provider and a proven domain from removal', async () => {
    const { id, owner, ownerId, session, domain, audit, asSystem } = await newCompany(core)
    const company = sessionOf(core, ownerId, byCompany(id))
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

  test('cannot require company sign-in without a provider or a proven domain', async () => {
    const { id, owner, ownerId, session, domain } = await newCompany(core)
    const company = sessionOf(core, ownerId, byCompany(id))
    const rules = { ...noRules, requireCompany: true }
    await removeDomain(owner, domain)
    await addDomain(owner, domain)
    await expect(setSignInRules(owner, rules, company)).rejects.toThrow('a proven domain')
    await removeProvider(owner, session)
    await expect(setSignInRules(owner, rules, company)).rejects.toMatchObject({ code: 'conflict' })
    expect(await core.db.signInRules.count({ where: { organizationId: id } })).toBe(0)
  })

  test('are not set where they are no longer those that were read', async () => {
    const { owner, session } = await newCompany(core)
    const seen = { ...owner, ifMatch: (await showSignIn(owner)).etags.rules }
    const strict = { ...noRules, sessionHours: 8 }
    await setSignInRules(seen, strict, session)
    const lax = setSignInRules(seen, { ...noRules, sessionHours: 720 }, session)
    await expect(lax).rejects.toMatchObject({ code: 'precondition-failed' })
    const { rules, etags } = await showSignIn(owner)
    expect(rules).toEqual(strict)
    await setSignInRules({ ...owner, ifMatch: etags.rules }, noRules, session)
    expect((await showSignIn(owner)).rules).toEqual(noRules)
  })

  test('are not recorded where nothing changes', async () => {
    const { owner, session, audit, asSystem } = await newCompany(core)
    await setSignInRules(owner, noRules, session)
    await clearSignInRules(await asSystem())
    const operations = (await audit()).map(({ operation }) => operation)
    expect(operations).not.toContain('signIn.setRules')
  })

  test('do not apply to keys', async () => {
    const { id, useKey, mint, system } = await newOrganization(core)
    const { key } = await mint()
    const data = { requireCompany: true, requireSecondFactor: true, sessionHours: 1 }
    const ctx = contextOfMembers(core, system, request)
    await setProvider(ctx, draft, sessionOf(core, 'none'))
    await grantDomain(ctx, `${id}.example`)
    await setSignInRules(ctx, data, sessionOf(core, 'none', byCompany(id)))
    expect(await useKey(key)).toBe('in')
  })
})
