import { type Action, maskKeySecrets } from '@sluice/contract'
import { filterContains, type Need } from '../scopes/index.ts'
import { isListNeed } from './judge.ts'

/**
 * The needs of a request as text for the log: a line per need, with the action and the alternative paths, separated by
 * spaces. In the paths of a list `#` means any id. Duplicates are removed. A `+` precedes the need of a whole filter,
 * and a `~` follows a general need, which versions without it read as a list. Secrets of keys are removed from paths,
 * since ids come from callers.
 */
export function encodeNeeds(needs: readonly Need[]): string {
  const [first, ...others] = needs
  if (!first) return ''
  // Fast path: nearly every request has one need.
  return others.length === 0 ? encodeNeed(first) : [...new Set(needs.map(encodeNeed))].join('\n')
}

function encodeNeed({ action, paths, whole, general }: Need): string {
  return `${whole ? '+' : ''}${action} ${maskKeySecrets(paths.join(' '))}${general ? ' ~' : ''}`
}

/** The inverse of {@link encodeNeeds}. In a rolling upgrade, nodes of an earlier version log paths with secrets of keys. */
export function decodeNeeds(text: string): Need[] {
  if (text === '') return []
  return maskKeySecrets(text)
    .split('\n')
    .map((line) => {
      const [head = '', ...paths] = line.split(' ')
      const whole = head.startsWith('+')
      const action = (whole ? head.slice(1) : head) as Action
      const general = paths.at(-1) === '~'
      if (general) paths.pop()
      return { action, paths, ...(whole && { whole }), ...(general && { general }) }
    })
}

/**
 * The needs that decided on a call. A call that names its resources, such as a batch of samples, is allowed by any scope on
 * those: that it could concern others, too, is no need of its own.
 */
export function decisiveNeeds(needs: readonly Need[]): Need[] {
  return needs.filter((need) => !isListNeed(need) || !needs.some((other) => isWithin(other, need)))
}

function isWithin({ action, paths: [own = '#'], whole }: Need, list: Need): boolean {
  if (whole || action !== list.action || list.paths.includes(own)) return false
  return list.paths.some((form) => filterContains(form, own))
}

/** The smallest scopes that would meet the needs, each on the resource's own path, which is first. */
export function smallestScopes(needs: readonly Need[]) {
  return needs.map(({ action, paths: [own = '#'] }) => ({ action, resourceFilter: own }))
}
