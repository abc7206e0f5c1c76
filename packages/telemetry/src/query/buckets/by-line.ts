import { getOrMake } from '@sluice/runtime'
import type { Line } from '../plan/subject.ts'

/** A map by the numbers of a line. Text keys would be most of the work if there are many rows. */
export class ByLine<Held> {
  readonly #things = new Map<number, Map<number, Held>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  get(thing: number, metric: number): Held | undefined {
    return this.#things.get(thing)?.get(metric)
  }

  set(thing: number, metric: number, held: Held): void {
    const metrics = getOrMake(this.#things, thing, () => new Map<number, Held>())
    if (!metrics.has(metric)) this.#size += 1
    metrics.set(metric, held)
  }

  /** In order of insertion, thing by thing. */
  *entries(): Generator<[thing: number, metric: number, held: Held], void> {
    for (const [thing, metrics] of this.#things) {
      for (const [metric, held] of metrics) yield [thing, metric, held]
    }
  }

  getOrMake(thing: number, metric: number, make: () => Held): Held {
    const known = this.get(thing, metric)
    if (known !== undefined) return known
    const made = make()
    this.set(thing, metric, made)
    return made
  }
}

export function groupByLine<Item extends Line>(items: readonly Item[]): ByLine<Item[]> {
  const byLine = new ByLine<Item[]>()
  for (const item of items) {
    byLine.getOrMake(item.thing, item.metric.number, () => []).push(item)
  }
  return byLine
}
