import { setTimeout as pause } from 'node:timers/promises'
import { recentOf } from './ask/kinds/summaries.ts'
import type { Question } from './ask/question.ts'
import { allRaw, placeQuestionOf, questionOf } from './ask/questions.ts'
import type { Dice } from './dice.ts'
import { ask } from './judge.ts'
import type { Unjudged } from './judgement.ts'
import { learn } from './learn.ts'
import { metricKeys, type Thing } from './model/thing.ts'
import { OwnThings } from './own-things.ts'
import { Sender } from './sending.ts'
import type { World } from './world.ts'
import { callOf, framesOf, markedAs, type Part } from './writes.ts'

/** Registers of a thing, beyond which another thing takes its place. */
const MOST_REGISTERS = 60_000
const HOUR = 3600e6

/**
 * Writes to things of its own and asks about them, one call after the other, so that it knows what an answer may say. Now and then it
 * makes several calls at once.
 */
export class Worker {
  readonly #world: World
  readonly #dice: Dice
  readonly #sender: Sender
  readonly #own: OwnThings

  constructor(world: World, dice: Dice, number: number) {
    this.#world = world
    this.#dice = dice
    this.#sender = new Sender(world, dice)
    this.#own = new OwnThings(world, dice, this.#sender, number)
  }

  async prepare(): Promise<void> {
    await this.#own.prepare()
  }

  /** Does one thing or another. */
  async turn(): Promise<void> {
    await this.#settlePending()
    const thing = this.#dice.of(this.#own.things)
    if (thing.size > MOST_REGISTERS) return this.#own.replace(thing)
    const kind = this.#dice()
    if (kind < 0.4) await this.#write()
    else if (kind < 0.45) await this.#burst(thing)
    else if (kind < 0.5) await this.#erase(thing)
    else if (kind < 0.505) await this.#own.delete(thing)
    else if (kind < 0.515) await this.#own.changeType(thing)
    else if (kind < 0.53) await this.#own.changeControl(thing, () => this.#askOfPlaces())
    else await this.#askRandomly()
  }

  /** Waits until nothing is unknown where that is wanted, and asks for everything once more, of each node. */
  async end(settles: boolean): Promise<void> {
    while (settles && this.#sender.hasPending) {
      await pause(500)
      await this.#settlePending()
    }
    for (const { name } of this.#world.cluster.nodes) {
      for (const thing of [...this.#own.things]) {
        await this.#askLast(allRaw(thing), name, settles)
        if (this.#has(thing)) {
          await this.#askLast(recentOf(this.#own.askable, thing), name, settles)
        }
      }
    }
    for (let i = 0; i < 10; i += 1) await this.#askRandomly()
  }

  async #askLast(question: Question, node: string, settles: boolean): Promise<void> {
    const unjudged = await this.#ask(question, node)
    if (!settles || !unjudged) return
    this.#world.found('failed', `NOT JUDGED in the end (${unjudged}): ${question.path}`)
  }

  async #write(): Promise<void> {
    const mark = this.#own.mark()
    const things = this.#dice.chance(0.2)
      ? this.#dice.some(this.#own.things, 0.6)
      : [this.#dice.of(this.#own.things)]
    const parts = things.map((thing) => ({
      thing,
      frames: framesOf(thing, mark, this.#own.now, this.#dice),
    }))
    const node = await this.#sender.send(parts.filter(({ frames }) => frames.length > 0))
    await this.#askAbout(parts[0], node)
  }

  /** Writes of the same samples at once: each may be the last. */
  async #burst(thing: Thing): Promise<void> {
    const burst = this.#world.nextBurst()
    const frames = framesOf(thing, this.#own.mark(), this.#own.now, this.#dice)
    if (frames.length === 0) return
    const calls = Array.from({ length: this.#dice.between(2, 5) }, () => {
      const parts = [{ thing, frames: markedAs(this.#own.mark(), frames) }]
      return this.#sender.sendOnce(parts, callOf(parts, this.#dice), burst)
    })
    const acts = await Promise.all(calls)
    await this.#pin(thing)
    await this.#askAbout({ thing, frames }, acts[0]?.node)
  }

  async #erase(thing: Thing): Promise<void> {
    const { span } = thing
    if (!span) return
    const width = this.#dice.of([HOUR / 6, HOUR, 6 * HOUR, 30 * HOUR])
    const begin = this.#dice.chance(0.3)
      ? span.to - width
      : Math.floor(span.from + this.#dice() * (span.to - span.from))
    const range = { from: begin, to: begin + width }
    const keys = this.#dice.chance(0.4) ? [...metricKeys] : this.#dice.some(thing.metrics, 0.4)
    const node = await this.#sender.erase(thing, keys, range)
    if (!node) return
    await this.#ask(recentOf(this.#own.askable, thing), node.name)
    if (!this.#has(thing)) return
    await this.#ask(allRaw(thing, { from: range.from - HOUR, to: range.to + HOUR }), node.name)
  }

  /** About what has just been written, through another node. */
  async #askAbout(part: Part | undefined, node: string | undefined): Promise<void> {
    const [first, last] = [part?.frames[0]?.t, part?.frames.at(-1)?.t]
    if (!part || first === undefined || last === undefined) return
    if (this.#dice.chance(0.5) && this.#has(part.thing)) {
      const range = { from: Math.min(first, last), to: Math.max(first, last) + 1 }
      await this.#ask(allRaw(part.thing, range), node)
    }
    if (this.#dice.chance(0.5)) await this.#askRandomly(node)
  }

  async #askRandomly(node?: string): Promise<void> {
    const question = questionOf(this.#own.askable, this.#dice)
    if (question) await this.#ask(question, node)
  }

  async #askOfPlaces(): Promise<void> {
    await this.#ask(placeQuestionOf(this.#own.askable, this.#dice))
  }

  /** A thing that is wrong once is left alone: it would be wrong again. */
  async #ask(question: Question, node?: string): Promise<Unjudged | undefined> {
    const { shows, things } = question
    const { right, cells, unjudged } = await ask(this.#world, this.#dice, question, node)
    // An erasure that is half done neither took effect nor did nothing.
    if (cells && shows && !shows.thing.isErasing) learn(this.#own.things, shows, cells)
    if (!right) for (const wrong of things) await this.#own.replace(wrong)
    return unjudged
  }

  #has(thing: Thing): boolean {
    return this.#own.things.includes(thing)
  }

  /** Asks for all of a thing, so that what is unknown is known. */
  async #pin(thing: Thing): Promise<void> {
    if (!thing.isErasing && this.#has(thing)) await this.#ask(allRaw(thing))
  }

  async #settlePending(): Promise<void> {
    const over = this.#sender.takeSettled()
    if (over.length === 0) return
    for (const thing of [...this.#own.things]) {
      for (const { act } of over) thing.erasing.delete(act)
      if ([...thing.unsureActs()].some(({ isOver }) => isOver)) await this.#pin(thing)
    }
  }
}
