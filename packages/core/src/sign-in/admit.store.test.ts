import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { openTestCore } from '../testing/core.ts'
import { admitMember } from './admit.ts'
import { noRules } from './rules.ts'
import { clearSignInRules, setSignInRules } from './set-rules.ts'
import { byCompany, newCompany, sessionOf } from './testing/company.ts'

const core = openTestCore()
afterAll(() => core.close())

describe('a session', () => {
  test('of an identity provider admits only to the organization of the provider', async () => {
    const [one, two] = [await newCompany(core), await newCompany(core)]
    const data = { id: randomUUID(), organizationId: two.id, userId: one.ownerId, role: 'owner' }
    await core.db.membership.create({ data })
    const own = sessionOf(core, one.ownerId)
    expect(await admitMember(core, own, two.id)).toMatchObject({ actor: { role: 'owner' } })
    const company = sessionOf(core, one.ownerId, byCompany(one.id))
    expect(await admitMember(core, company, one.id)).toMatchObject({ actor: { role: 'owner' } })
    expect(await admitMember(core, company, two.id)).toBeUndefined()
    expect(await admitMember(core, own, 'none')).toBeUndefined()
  })

  test('that does not meet a new rule is rejected from the next call on', async () => {
    const { id, owner, ownerId, viewer } = await newCompany(core)
    const password = sessionOf(core, viewer.userId)
    expect(await admitMember(core, password, id)).toMatchObject({ actor: { role: 'viewer' } })
    const strong = sessionOf(core, ownerId, { hasSecondFactor: true })
    await setSignInRules(owner, { ...noRules, requireSecondFactor: true }, strong)
    expect(await admitMember(core, password, id)).toEqual({ unmet: 'second-factor' })
    expect(await admitMember(core, { ...password, method: 'passkey' }, id)).toMatchObject({
      actor: {},
    })
    await clearSignInRules(owner)
    expect(await admitMember(core, password, id)).toMatchObject({ actor: {} })
  })

  test('expires for the organization after the configured hours', async () => {
    const { id, owner, ownerId } = await newCompany(core)
    const session = sessionOf(core, ownerId)
    await setSignInRules(owner, { ...noRules, sessionHours: 1 }, session)
    const old = { ...session, createdAt: new Date(core.clock().getTime() - 3_600_000) }
    expect(await admitMember(core, old, id)).toEqual({ unmet: 'session-age' })
    expect(await admitMember(core, session, id)).toMatchObject({ actor: {} })
  })
})
