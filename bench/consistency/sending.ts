import { setTimeout as pause } from 'node:timers/promises'
import { isoOf } from '@sluice/runtime'
import { type Answer, mayBeRefused, PATIENCE_MS } from './call.ts'
import type { Node } from './cluster/node.ts'
import type { Dice } from './dice.ts'
import type { Act } from './model/act.ts'
import type { Range } from './model/series.ts'
import { type MetricKey, metricKeys, type Thing } from './model/thing.ts'
import { type Pending, pendingOf } from './pending.ts'
import { failureOf } from './report.ts'
import { MOST_ERASING_MS, reportIfStuck } from './stuck.ts'
import { anyNode, finish, type World } from './world.ts'
import { callOf, type Part, samplesIn } from './writes.ts'

/** How long the repetition of an erasure waits. */
const ERASING_MS = 60_000

/** Sends writes and erasures, tells things of them, and keeps those without an answer until they can no longer take effect. */
export class Sender {
  readonly #world: World
  readonly #dice: Dice
  #pending: Pending[] = []

  constructor(world: World, dice: Dice) {
    this.#world = world
    this.#dice = dice
  }

  get hasPending(): boolean {
    return this.#pending.length > 0
  }

  /** Takes out what can no longer take effect. */
  takeSettled(): Pending[] {
    const over = this.#pending.filter((pending) => pending.isOver())
    if (over.length === 0) return over
    this.#pending = this.#pending.filter((pending) => !over.includes(pending))
    for (const { act } of over) act.isOver = true
    return over
  }

  /** Sends, and mostly until it is acknowledged, as a device would. Answers the node that it was sent to last. */
  async send(parts: readonly Part[]): Promise<string> {
    const call = callOf(parts, this.#dice)
    const again = this.#dice.chance(0.7)
    const began = this.#world.now()
    for (;;) {
      const act = await this.sendOnce(parts, call)
      if (act.outcome === 'acknowledged' || !again) return act.node
      if (act.outcome === 'refused' && act.answer.startsWith('4')) return act.node
      if (reportIfStuck(this.#world, began, `${call.path}: ${act.answer}`)) return act.node
      await pause(100)
    }
  }

  async sendOnce(
    parts: readonly Part[],
    { path, body }: ReturnType<typeof callOf>,
    burst?: number,
  ) {
    const node = anyNode(this.#world.cluster, this.#dice)
    const act = this.#world.begin('write', node, burst)
    const answer = await this.#world.call(node, 'POST', path, body)
    this.finish(act, answer, node)
    for (const { thing, frames } of parts) if (act.outcome !== 'refused') thing.write(act, frames)
    this.#world.counts.writes += 1
    if (act.outcome === 'acknowledged') this.#world.counts.samples += samplesIn(parts)
    this.#checkAnswer(node, answer, path)
    return act
  }

  finish(act: Act, answer: Answer, node: Node): void {
    finish(this.#world, act, answer)
    if (act.outcome !== 'unknown') return
    this.#world.counts.unknown += 1
    this.#pending.push(pendingOf(this.#world.cluster, node, act))
  }

  /** A clock that is behind takes what is of now for the future. */
  #checkAnswer(node: Node, answer: Answer, path: string): void {
    const { status, text } = answer
    if (status < 400 || mayBeRefused(answer)) return
    const isAhead = status === 400 && text.includes("ahead of the server's clock")
    if (isAhead && node.skew?.mayBeBehind()) return
    this.#world.found('failed', failureOf(node, path, answer))
  }

  /** Erases, and mostly until it is acknowledged. Answers the node that acknowledged it; undefined where none did. */
  async erase(thing: Thing, keys: readonly MetricKey[], range: Range): Promise<Node | undefined> {
    const named = keys.length < metricKeys.length ? `&metrics=${keys.join()}` : ''
    const path = `/v2/thing/${thing.id}/data?from=${encodeURIComponent(isoOf(range.from))}&to=${encodeURIComponent(isoOf(range.to))}${named}`
    const again = this.#dice.chance(0.8)
    let patience = PATIENCE_MS
    const unanswered: Act[] = []
    const began = this.#world.now()
    let node = anyNode(this.#world.cluster, this.#dice)
    for (;;) {
      const act = this.#world.begin('erase', node)
      const answer = await this.#world.call(node, 'DELETE', path, undefined, patience)
      this.finish(act, answer, node)
      this.#checkAnswer(node, answer, path)
      if (act.outcome !== 'refused') thing.erase(act, keys, range)
      if (act.outcome === 'acknowledged') break
      if (act.outcome === 'unknown') {
        thing.erasing.add(act)
        unanswered.push(act)
      }
      // What is wrong with it stays wrong.
      if (!again || act.answer.startsWith('4')) return undefined
      const last = `DELETE ${path}: ${act.answer}`
      if (reportIfStuck(this.#world, began, last, MOST_ERASING_MS)) return undefined
      await pause(200)
      // Erasures take turns: if all callers gave up early again, a slow machine would only work on what was given up.
      patience = ERASING_MS
      node = anyNode(this.#world.cluster, this.#dice)
    }
    this.#world.counts.erasures += 1
    // What was erased for certain, a job erases again without a trace. Half of another erasure may still show.
    for (const act of unanswered) thing.erasing.delete(act)
    return node
  }
}
