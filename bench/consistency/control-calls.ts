import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, mayBeRefused } from './call.ts'
import type { Dice } from './dice.ts'
import { failureOf } from './report.ts'
import { reportIfStuck } from './stuck.ts'
import { anyNode, type World } from './world.ts'

/** By then an attempt to change control data has taken effect or never will: nothing is stopped for longer. */
const UNSETTLED_MS = 30_000

/** Calls that a worker needs to have succeeded before it goes on. */
export class ControlCalls {
  readonly #world: World
  readonly #dice: Dice
  #unsettledUntil = 0

  constructor(world: World, dice: Dice) {
    this.#world = world
    this.#dice = dice
  }

  /** An attempt without an answer may take effect a while after the one that was answered, and undo a change since. */
  get isUnsettled(): boolean {
    return performance.now() < this.#unsettledUntil
  }

  /** Calls until the answer is one of those that are expected. Rejects where that cannot be, or takes too long. */
  async certainly(
    method: string,
    path: string,
    body: unknown,
    expected: readonly number[],
  ): Promise<Answer> {
    const began = this.#world.now()
    for (;;) {
      const node = anyNode(this.#world.cluster, this.#dice)
      const answer = await this.#world.call(node, method, path, body)
      if (expected.includes(answer.status)) return answer
      if (!answer.unheard) this.#unsettledUntil = performance.now() + UNSETTLED_MS
      // An attempt that timed out may still be under way: the one after it is a conflict then. Its body may have come too slowly.
      const isAtOnce = answer.status === 409 || answer.status === 408
      if (!isAtOnce && answer.status >= 400 && answer.status < 500) {
        throw new Error(`${method} ${path} was answered ${answer.status}: ${answer.text}`)
      }
      if (!isAtOnce && !mayBeRefused(answer)) {
        this.#world.found('failed', failureOf(node, path, answer))
      }
      const last = `${method} ${path}: ${answer.status} ${answer.text}`
      if (reportIfStuck(this.#world, began, last)) throw new Error(`Refused without end: ${last}`)
      await pause(200)
    }
  }
}
