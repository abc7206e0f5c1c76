import type { Stretch } from './states.ts'

/** Share of the known time in each state, longest first. */
export function sharesOf(stretches: readonly Stretch[]): { state: string; share: number }[] {
  const spent = new Map<string, number>()
  for (const { from, to, state } of stretches) {
    spent.set(state, (spent.get(state) ?? 0) + to - from)
  }
  const total = [...spent.values()].reduce((sum, seconds) => sum + seconds, 0)
  return [...spent]
    .map(([state, seconds]) => ({ state, share: total === 0 ? 0 : seconds / total }))
    .sort((a, b) => b.share - a.share || (a.state < b.state ? -1 : 1))
}
