import { setTimeout as sleep } from 'node:timers/promises'
import { randomOf } from '@sluice/contract/testing'
import type { AskedTimes, QuestionClass } from './classes.ts'
import { figures, timed } from './compare.ts'
import { type Addresses, contestantsAt } from './contestants.ts'

/** What was cached is loaded again by then. */
const RESTED_MS = 5_000

interface Restarted {
  readonly classes: readonly QuestionClass[]
  readonly seed: number
  readonly asked: AskedTimes
  readonly restarts: number
  restart(): Promise<Addresses>
}

/** The first question of each class after all have been started again, in another order each time. */
export async function compareFirsts({ classes, seed, asked, restarts, restart }: Restarted) {
  const random = randomOf(seed + 2)
  let names: string[] = []
  const taken = new Map(classes.map(({ name }) => [name, [] as number[][]]))
  for (let round = 0; round < restarts; round += 1) {
    const contestants = contestantsAt(await restart())
    names = contestants.map(({ name }) => name)
    await sleep(RESTED_MS)
    for (const i of classes.keys()) {
      const one = classes[(i + round) % classes.length]
      if (!one) continue
      const question = one.next(random, asked)
      const millis: number[] = []
      for (const nth of contestants.keys()) {
        const turn = (nth + round) % contestants.length
        const contestant = contestants[turn]
        if (contestant) millis[turn] = await timed(contestant, question)
      }
      taken.get(one.name)?.push(millis)
    }
  }
  if (restarts === 0) return
  console.log(`\nThe first question after each of ${restarts} restarts, ms: p50 (the slowest)\n`)
  console.log(`| class | ${names.join(' | ')} |\n|---|${'---:|'.repeat(names.length)}`)
  for (const [name, all] of taken) {
    const cells = names.map((_, i) => figures(all.map((millis) => millis[i] ?? 0)))
    console.log(`| ${name} | ${cells.join(' | ')} |`)
  }
}
