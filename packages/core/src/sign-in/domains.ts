import { randomBytes } from 'node:crypto'
import { notFound, Problem } from '@sluice/runtime'
import { recordChange } from '../audit/index.ts'
import type { Context } from '../context.ts'
import type { CompanyDomain, DomainProof } from '../database/generated/client.ts'
import type { MembersContext } from '../members/index.ts'
import { organizationPath } from '../scopes/index.ts'
import { domainIn, recordText } from './domain.ts'
import { changeSignIn, requireOwner } from './owner.ts'

const MAX_DOMAINS = 20
const TOKEN_BYTES = 20

export interface DomainRecord {
  readonly domain: string
  /** The required content of the domain's TXT record. */
  readonly record: string
  /** UTC; null until it is proven. */
  readonly provenAt: string | null
  readonly provenBy: DomainProof | null
}

export function presentDomain(row: CompanyDomain): DomainRecord {
  const { domain, token, provenAt, provenBy } = row
  const at = provenAt?.toISOString() ?? null
  return { domain, record: recordText(token), provenAt: at, provenBy }
}

/** Resolves the TXT records of a domain, each as its parts, like `resolveTxt` of node:dns/promises. */
export type ResolveTxt = (domain: string) => Promise<readonly (readonly string[])[]>

/**
 * Adds a domain to the actor's organization. It takes effect once it is proven.
 *
 * @throws Problem `scope-missing`, `invalid-request`, `conflict` if it exists already
 */
export function addDomain(ctx: Context, given: string): Promise<DomainRecord> {
  const domain = domainIn(given)
  return changeSignIn(ctx, async (inside) => presentDomain(await newDomain(inside, domain)))
}

/**
 * Looks up the TXT record that proves a domain. The record differs by organization, so nobody can use another's.
 *
 * @throws Problem `scope-missing` if the actor is no owner, `conflict` if DNS has no such record, `unavailable` if it gives
 * no answer
 */
export async function proveDomain(
  ctx: Context,
  given: string,
  resolveTxt: ResolveTxt,
): Promise<DomainRecord> {
  const domain = domainIn(given)
  await requireOwner(ctx)
  const where = keyOf(ctx, domain)
  const row = await ctx.db.companyDomain.findUnique({ where })
  if (!row) throw notFound('domain', domain)
  const wanted = recordText(row.token)
  const records = await resolveTxt(domain).catch((error: unknown) => {
    if (missing.has(codeOf(error))) return []
    const detail = `DNS gave no answer for ${domain}. Try again in a minute.`
    throw new Problem('unavailable', { detail, retryAfter: 60, cause: error })
  })
  if (!records.some((parts) => parts.join('').trim() === wanted)) {
    throw new Problem('conflict', {
      detail: `The TXT records of ${domain} do not have ${wanted}. A new record can take an hour to be seen.`,
    })
  }
  return changeSignIn(ctx, (inside) => prove(inside, domain, 'dns'))
}

/** How node:dns reports a name that does not exist, or has no such records. */
const missing: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA'])

function codeOf(error: unknown): unknown {
  return Reflect.get(Object(error), 'code')
}

/** Proves a domain on an operator's authority, and adds it if it is missing. */
export function grantDomain(ctx: Context, given: string): Promise<DomainRecord> {
  const domain = domainIn(given)
  return changeSignIn(ctx, async (inside) => {
    const row = await inside.db.companyDomain.findUnique({ where: keyOf(inside, domain) })
    if (!row) await newDomain(inside, domain)
    return prove(inside, domain, 'operator')
  })
}

/**
 * Removes a domain: people with its addresses can no longer use company sign-in.
 *
 * @throws Problem `conflict` for the last proven one while company sign-in is required
 */
export function removeDomain(ctx: Context, given: string): Promise<void> {
  const domain = domainIn(given)
  return changeSignIn(ctx, async (inside) => {
    const { id: organizationId } = inside.actor.organization
    const row = await inside.db.companyDomain.findUnique({ where: keyOf(inside, domain) })
    if (!row) throw notFound('domain', domain)
    const rules = await inside.db.signInRules.findUnique({ where: { organizationId } })
    const others = { organizationId, provenAt: { not: null }, domain: { not: domain } }
    const left = await inside.db.companyDomain.count({ where: others })
    if (rules?.requireCompany && row.provenAt !== null && left === 0) {
      throw new Problem('conflict', {
        detail: 'Company sign-in is required and needs a proven domain. Switch the rule off first.',
      })
    }
    await inside.db.companyDomain.delete({ where: keyOf(inside, domain) })
    const before = entryOf(row)
    await recordChange(inside, {
      ...{ operation: 'signIn.removeDomain', resource: organizationPath, before },
    })
  })
}

async function newDomain(inside: MembersContext, domain: string): Promise<CompanyDomain> {
  const { id: organizationId } = inside.actor.organization
  if ((await inside.db.companyDomain.count({ where: { organizationId } })) >= MAX_DOMAINS) {
    throw new Problem('conflict', {
      detail: `An organization has at most ${MAX_DOMAINS} domains. Remove one first.`,
    })
  }
  if (await inside.db.companyDomain.findUnique({ where: keyOf(inside, domain) })) {
    throw new Problem('conflict', { detail: `${domain} is in the list already.` })
  }
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const row = await inside.db.companyDomain.create({
    data: { organizationId, domain, token, addedAt: inside.now },
  })
  await recordChange(inside, {
    ...{ operation: 'signIn.addDomain', resource: organizationPath, after: entryOf(row) },
  })
  return row
}

async function prove(
  inside: MembersContext,
  domain: string,
  provenBy: DomainProof,
): Promise<DomainRecord> {
  const where = keyOf(inside, domain)
  const before = await inside.db.companyDomain.findUnique({ where })
  if (!before) throw notFound('domain', domain)
  const data = { provenAt: inside.now, provenBy }
  const row = await inside.db.companyDomain.update({ where, data })
  await recordChange(inside, {
    ...{ operation: 'signIn.proveDomain', resource: organizationPath },
    ...{ before: entryOf(before), after: entryOf(row) },
  })
  return presentDomain(row)
}

function keyOf({ actor }: Pick<Context, 'actor'>, domain: string) {
  return { organizationId_domain: { organizationId: actor.organization.id, domain } }
}

function entryOf({ domain, provenAt, provenBy }: CompanyDomain) {
  return { domain, provenAt: provenAt?.toISOString() ?? null, provenBy }
}
