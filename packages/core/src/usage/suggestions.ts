import type { Input, KeySuggestions, Output, Scope } from '@sluice/contract'
import { inSlices, mapInSlices } from '@sluice/runtime'
import { listAllows } from '../allow-list/index.ts'
import type { Context } from '../context.ts'
import { scopesContain } from '../scopes/index.ts'
import { type CallKind, sumOf } from './evidence.ts'
import { meetsNeed } from './judge.ts'
import { addressKinds, type Kinds, neededKinds } from './kinds.ts'
import { lastDaysWhole, settingsOf } from './log-query.ts'
import { admitsMore, admittedBy, suggestList } from './suggest-list.ts'
import { filtersToSize, suggestScopes } from './suggest-scopes.ts'
import { reachOfThings, sizesOf } from './thing-counts.ts'

/** Narrower scopes and an allow-list that would have admitted a key's successful calls. */
export async function keySuggestions(
  ctx: Context,
  { params, query }: Input<'keys.suggestions'>,
): Promise<Output<'keys.suggestions'>> {
  const own = await settingsOf(ctx, params.keyId)
  const { from, answer } = lastDaysWhole(ctx.now, query.days)
  const [needed, addresses] = await Promise.all([
    neededKinds(ctx, params.keyId, from),
    addressKinds(ctx, params.keyId, from),
  ])
  return {
    keyId: params.keyId,
    ...answer,
    calls: addresses.calls,
    scopes: await scopesPart(ctx, own.scopes, needed),
    allowList: await listPart(own.allowedIpCidrs, addresses),
  }
}

async function scopesPart(
  ctx: Context,
  own: readonly Scope[],
  { kinds, cut }: Kinds,
): Promise<KeySuggestions['scopes']> {
  const isCovered = await mapInSlices(kinds, ({ needs }) => needs.every((n) => meetsNeed(own, n)))
  const covered = kinds.filter((_, i) => isCovered[i])
  // If some calls were not examined, nothing may be taken away.
  const suggested = cut ? [...own] : await suggestScopes(own, covered)
  return {
    suggested,
    narrower: isNarrower(suggested, own),
    partial: cut,
    covered: sumOf(covered).calls,
    evidence: await evidenceOf(suggested, covered),
    general: cut ? null : await generalPart(ctx, own, covered, suggested),
  }
}

function isNarrower(suggested: readonly Scope[], own: readonly Scope[]): boolean {
  return suggested.length > 0 && !isContained(own, suggested)
}

function isContained(inner: readonly Scope[], outer: readonly Scope[]): boolean {
  return inner.every((scope) => scopesContain(outer, scope))
}

/** Filters on places and types instead of individual things, if there are such. */
async function generalPart(
  ctx: Context,
  own: readonly Scope[],
  covered: readonly CallKind[],
  exact: readonly Scope[],
): Promise<KeySuggestions['scopes']['general']> {
  const sizes = await sizesOf(ctx, await filtersToSize(own, covered))
  const suggested = await suggestScopes(own, covered, (filter) => sizes.get(filter) ?? Infinity)
  if (isContained(suggested, exact) && isContained(exact, suggested)) return null
  const evidence = (await evidenceOf(suggested, covered)).map(async (one) => ({
    ...one,
    ...(await reachOfThings(ctx, one.scope, covered)),
  }))
  return {
    suggested,
    narrower: isNarrower(suggested, own),
    evidence: await Promise.all(evidence),
  }
}

/** The calls that used each of the scopes; without those that none of the calls used. */
async function evidenceOf(scopes: readonly Scope[], kinds: readonly CallKind[]) {
  const evidence = []
  for (const scope of scopes) {
    const isServed = await mapInSlices(kinds, ({ needs }) =>
      needs.some((need) => meetsNeed([scope], need)),
    )
    const served = kinds.filter((_, i) => isServed[i])
    if (served.length === 0) continue
    const names = new Set(served.map(({ operation }) => operation))
    evidence.push({ scope, ...sumOf(served), operations: [...names].sort() })
  }
  return evidence
}

async function listPart(
  own: readonly string[],
  { kinds, cut }: Kinds,
): Promise<KeySuggestions['allowList']> {
  const isAllowed = await mapInSlices(kinds, ({ address }) => listAllows(own, address))
  const covered = kinds.filter((_, i) => isAllowed[i])
  const suggested = cut ? null : await inSlices(suggestList(own, covered))
  const addresses = new Set(covered.map(({ address }) => address))
  const admitted = await inSlices(admittedBy(suggested ?? [], addresses))
  const through = new Map<string, CallKind[]>(suggested?.map((entry) => [entry, []]))
  for (const kind of covered) {
    for (const entry of admitted.get(kind.address) ?? []) through.get(entry)?.push(kind)
  }
  return {
    suggested,
    narrower: admitsMore(own, suggested),
    covered: sumOf(covered).calls,
    evidence: [...through].map(([entry, kinds]) => {
      return { entry, ...sumOf(kinds), addresses: kinds.length }
    }),
  }
}
