import type { Input, KeySuggestions, Output, Scope } from '@sluice/contract'
import { entryContains, entryOf, listAllows } from '../allow-list/index.ts'
import type { Context } from '../context.ts'
import { scopesContain } from '../scopes/index.ts'
import { type CallKind, sumOf } from './evidence.ts'
import { meetsNeed } from './judge.ts'
import { addressKinds, type Kinds, neededKinds } from './kinds.ts'
import { lastDaysWhole, settingsOf } from './log-query.ts'
import { admitsMore, suggestList } from './suggest-list.ts'
import { suggestScopes } from './suggest-scopes.ts'

/** Narrower scopes and an allow-list that would have let in what a key did with success. */
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
    scopes: scopesPart(own.scopes, needed),
    allowList: listPart(own.allowedIpCidrs, addresses),
  }
}

function scopesPart(own: readonly Scope[], { kinds, cut }: Kinds): KeySuggestions['scopes'] {
  const covered = kinds.filter(({ needs }) => needs.every((need) => meetsNeed(own, need)))
  // Of what was not looked at nothing is known, so that nothing may be taken away.
  const suggested = cut ? [...own] : suggestScopes(own, covered)
  return {
    suggested,
    narrower: suggested.length > 0 && own.some((scope) => !scopesContain(suggested, scope)),
    covered: sumOf(covered).calls,
    evidence: suggested.map((scope) => ({ scope, ...evidenceOf(scope, covered) })),
  }
}

function evidenceOf(scope: Scope, kinds: readonly CallKind[]) {
  const served = kinds.filter(({ needs }) => needs.some((need) => meetsNeed([scope], need)))
  return { ...sumOf(served), operations: [...new Set(served.map((kind) => kind.operation))].sort() }
}

function listPart(own: readonly string[], { kinds, cut }: Kinds): KeySuggestions['allowList'] {
  const covered = kinds.filter(({ address }) => listAllows(own, address))
  const suggested = cut ? null : suggestList(own, covered)
  return {
    suggested,
    narrower: admitsMore(own, suggested),
    covered: sumOf(covered).calls,
    evidence: (suggested ?? []).map((entry) => {
      const through = covered.filter(({ address }) => entryContains(entry, entryOf(address) ?? '*'))
      return { entry, ...sumOf(through), addresses: through.length }
    }),
  }
}
