import { type Action, maskKeySecrets } from '@sluice/contract'
import { filterContains, type Need } from '../scopes/index.ts'
import { isListNeed } from './judge.ts'

/**
 * What a request needed, as one text of the log: a line a need, each the action and the paths that would do,
 * parted by blanks. `#` stands in the paths of a list, where it means any id. What was asked twice is there once. A + stands
 * before the need of all that a filter matches, and a ~ behind a general one, which a version that knows none reads as a
 * list. Paths are written without secrets of keys, since ids come
 * from callers.
 */
export function encodeNeeds(needs: readonly Need[]): string {
  const [first, ...others] = needs
  if (!first) return ''
  // Nearly every request needs one thing, and pays for this.
  return others.length === 0 ? encodeNeed(first) : [...new Set(needs.map(encodeNeed))].join('\n')
}

function encodeNeed({ action, paths, whole, general }: Need): string {
  return `${whole ? '+' : ''}${action} ${maskKeySecrets(paths.join(' '))}${general ? ' ~' : ''}`
}

/** Reads what {@link encodeNeeds} wrote. */
export function decodeNeeds(text: string): Need[] {
  if (text === '') return []
  return text.split('\n').map((line) => {
    const [head = '', ...paths] = line.split(' ')
    const whole = head.startsWith('+')
    const action = (whole ? head.slice(1) : head) as Action
    const general = paths.at(-1) === '~'
    if (general) paths.pop()
    return { action, paths, ...(whole && { whole }), ...(general && { general }) }
  })
}

/**
 * What decided on a call. One that names its resources, such as a batch of samples, is let in by whatever lets it to these:
 * that it may be about others, too, is no need of its own.
 */
export function decisiveNeeds(needs: readonly Need[]): Need[] {
  return needs.filter((need) => !isListNeed(need) || !needs.some((other) => isWithin(other, need)))
}

function isWithin({ action, paths: [own = '#'], whole }: Need, list: Need): boolean {
  if (whole || action !== list.action || list.paths.includes(own)) return false
  return list.paths.some((form) => filterContains(form, own))
}

/** The smallest scopes that would meet the needs: each on the resource's own path, which comes first. */
export function smallestScopes(needs: readonly Need[]) {
  return needs.map(({ action, paths: [own = '#'] }) => ({ action, resourceFilter: own }))
}
