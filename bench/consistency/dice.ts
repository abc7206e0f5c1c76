import { randomOf } from '@sluice/contract/testing'

/** Random choices that a seed decides. */
export interface Dice {
  /** In [0, 1). */
  (): number
  /** An integer from `from` on, below `to`. */
  between(from: number, to: number): number
  chance(share: number): boolean
  of<Item>(items: readonly Item[]): Item
  /** Each with the given share of being among them; at least one. */
  some<Item>(items: readonly Item[], share: number): Item[]
}

export function diceOf(seed: number): Dice {
  const random = randomOf(seed)
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from))
  const of = <Item>(items: readonly Item[]) => items[between(0, items.length)] as Item
  return Object.assign(random, {
    between,
    of,
    chance: (share: number) => random() < share,
    some<Item>(items: readonly Item[], share: number) {
      const chosen = items.filter(() => random() < share)
      return chosen.length > 0 ? chosen : [of(items)]
    },
  })
}
