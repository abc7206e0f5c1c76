import type { Scope, ScopeAction } from '@sluice/contract'
import { texts } from '#texts/keys-scopes.ts'

/** A short summary of scopes for a table; the key's page shows them in full. */
export function scopesSummary(scopes: readonly Scope[]): string {
  const everywhere = new Set(scopes.filter(isEverywhere).map((scope) => scope.action))
  const rest = scopes.filter((scope) => !isEverywhere(scope))
  if (everywhere.has('*')) return texts.summary.everything
  if (everywhere.size > 0) {
    const words = order.filter((action) => everywhere.has(action)).join(texts.summary.and)
    return withMore(texts.summary.all(capitalized(words)), rest.length)
  }
  const [first, ...others] = rest
  if (!first) return texts.summary.nothing
  return withMore(`${first.action} ${first.resourceFilter}`, others.length)
}

const order: readonly ScopeAction[] = ['read', 'write', 'admin']

const isEverywhere = (scope: Scope) => scope.resourceFilter === '#'
const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
const withMore = (words: string, more: number) =>
  more > 0 ? texts.summary.more(words, more) : words
