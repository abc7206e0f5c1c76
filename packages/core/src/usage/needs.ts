import type { Action } from '@sluice/contract'
import type { Need } from '../scopes/index.ts'

/**
 * What a request needed, as one text of the log: a line a need, each the action and the paths that would do,
 * parted by blanks. `#` stands in the paths of a list, where it means any id. What was asked twice is there once.
 */
export function encodeNeeds(needs: readonly Need[]): string {
  return [...new Set(needs.map(encodeNeed))].join('\n')
}

function encodeNeed({ action, paths }: Need): string {
  return `${action} ${paths.join(' ')}`
}

/** Reads what {@link encodeNeeds} wrote. */
export function decodeNeeds(text: string): Need[] {
  if (text === '') return []
  return text.split('\n').map((line) => {
    const [action, ...paths] = line.split(' ')
    return { action: action as Action, paths }
  })
}

/** The smallest scopes that would meet the needs: each on the resource's own path, which comes first. */
export function smallestScopes(needs: readonly Need[]) {
  return needs.map(({ action, paths: [own = '#'] }) => ({ action, resourceFilter: own }))
}
