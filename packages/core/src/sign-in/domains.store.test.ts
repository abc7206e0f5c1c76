import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { newAccountOf } from '../members/testing/people.ts'
import { openTestCore } from '../testing/core.ts'
import { addDomain, grantDomain, proveDomain, removeDomain } from './domains.ts'
import { findCompany } from './find.ts'
import { showSignIn } from './show.ts'
import { newCompany } from './testing/company.ts'

const core = openTestCore()
afterAll(() => core.close())

describe('a company domain', () => {
  test('is proven once its TXT record contains the text of the organization', async () => {
    const [one, two] = [await newCompany(core), await newCompany(core)]
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
    const failing = (code: string) =>
      proveDomain(one.owner, domain, () => Promise.reject(Object.assign(new Error(), { code })))
    await expect(failing('ENOTFOUND')).rejects.toThrow('do not have')
    await expect(failing('ETIMEOUT')).rejects.toMatchObject({ code: 'unavailable' })
    expect(await findCompany(core, { email: `x@${domain}` })).toEqual({ none: true })
    // A long text comes in parts.
    const parts = [record.slice(0, 10), record.slice(10)]
    const proven = await proveDomain(one.owner, domain, dns([...wrong, parts]))
    expect(proven).toMatchObject({ domain, provenBy: 'dns' })
    expect(await findCompany(core, { email: `x@${domain}` })).toEqual({ organizationId: one.id })
  })

  test('proven by two organizations leads to neither provider', async () => {
    const [one, two] = [await newCompany(core), await newCompany(core)]
    await grantDomain(await two.asSystem(), one.domain)
    expect(await findCompany(core, { email: `x@${one.domain}` })).toEqual({ several: true })
    expect(await findCompany(core, { organizationId: two.id })).toEqual({ organizationId: two.id })
  })

  test('leads to a provider whether or not the address has an account', async () => {
    const { id, domain } = await newCompany(core)
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
    const { owner, domain, audit, identify } = await newCompany(core, { joinRole: 'viewer' })
    expect((await showSignIn(owner)).domains).toMatchObject([{ domain, provenBy: 'operator' }])
    await removeDomain(owner, domain)
    expect(await identify('ann')).toEqual({ kind: 'refused', why: 'domain' })
    const names = (await audit()).map(({ operation }) => operation)
    expect(names).toEqual(
      expect.arrayContaining(['signIn.addDomain', 'signIn.proveDomain', 'signIn.removeDomain']),
    )
  })
})
