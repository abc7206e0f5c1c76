import type { Act } from './act.ts'
import type { Register } from './register.ts'
import type { Choose } from './series.ts'

/** With more that is not known the states would be too many. */
const MOST_UNSURE = 3

/** An act did nothing, or took effect before what was acknowledged since, or after it. */
const fates = ['nothing', 'before', 'after'] as const
type Fate = (typeof fates)[number]

/**
 * Every state that some registers may be in, as a choice of each one's value; undefined where they are too many. An act takes effect
 * in all of its registers or in none.
 */
export function statesOf(registers: Iterable<Register>): Choose[] | undefined {
  const acts = new Set<Act>()
  for (const { isUnsure, maybes } of registers) {
    if (isUnsure) for (const { act } of maybes) acts.add(act)
  }
  if (acts.size > MOST_UNSURE) return undefined
  const ordered = [...acts].sort((a, b) => a.id - b.id)
  return assignments(ordered).flatMap((assigned) => {
    const after = ordered.filter((act) => assigned.get(act) === 'after')
    return permutations(after).map(
      (order) => (register: Register) => valueIn(register, assigned, order),
    )
  })
}

function valueIn(register: Register, assigned: ReadonlyMap<Act, Fate>, after: readonly Act[]) {
  const { held, maybes } = register
  if (maybes.length === 0) return held?.value
  let claim = held
  for (const maybe of maybes) {
    const isLater = !claim || claim.act.id < maybe.act.id
    if (assigned.get(maybe.act) === 'before' && isLater) claim = maybe
  }
  for (const act of after) {
    claim = maybes.findLast((maybe) => maybe.act === act) ?? claim
  }
  return claim?.value
}

function assignments(acts: readonly Act[]): Map<Act, Fate>[] {
  let all = [new Map<Act, Fate>()]
  for (const act of acts) {
    all = all.flatMap((known) => fates.map((fate) => new Map(known).set(act, fate)))
  }
  return all
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item) =>
    permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  )
}
