import { setTimeout as pause } from 'node:timers/promises'
import { isoOf } from '@sluice/runtime'
import { recentOf } from './ask/kinds/summaries.ts'
import type { Askable, Question } from './ask/question.ts'
import { allRaw, placeQuestionOf, questionOf } from './ask/questions.ts'
import { type Answer, mayBeRefused, PATIENCE_MS } from './call.ts'
import type { Node } from './cluster/node.ts'
import { ControlCalls } from './control-calls.ts'
import { anyChange, anyPlace, type Groups, labelsOf, zones } from './control-changes.ts'
import type { Dice } from './dice.ts'
import { anyEra } from './eras.ts'
import { ask } from './judge.ts'
import { learn } from './learn.ts'
import type { Act } from './model/act.ts'
import { type Control, noControl } from './model/control.ts'
import { metricKeys, Thing } from './model/thing.ts'
import { type Pending, pendingOf } from './pending.ts'
import { prepareTypes, typeOf } from './prepare.ts'
import { failureOf } from './report.ts'
import { MOST_ERASING_MS, reportIfStuck } from './stuck.ts'
import { anyNode, finish, type World } from './world.ts'
import { callOf, denseFrames, framesOf, markedAs, type Part, samplesIn } from './writes.ts'

const THINGS = 3
/** Registers of a thing, beyond which another thing takes its place. */
const MOST_REGISTERS = 60_000
/** By then every node has heard of a change of control data. */
const HEARD_MS = 1500
/** How long the repetition of an erasure waits. */
const ERASING_MS = 60_000
const HOUR = 3600e6

/**
 * Writes to things of its own and asks about them, one call after the other, so that it knows what an answer may say. Now and then it
 * makes several calls at once.
 */
export class Worker {
  readonly #world: World
  readonly #dice: Dice
  readonly #name: string
  readonly #isDense: boolean
  readonly #ago: number
  /** What is known of control data: two while a change is under way, the older one first. */
  #controls: readonly Control[]
  #things: Thing[] = []
  #made = 0
  #pending: Pending[] = []
  readonly #calls: ControlCalls

  constructor(world: World, dice: Dice, number: number) {
    this.#world = world
    this.#dice = dice
    this.#calls = new ControlCalls(world, dice)
    this.#name = `w${number}`
    this.#isDense = number % 2 === 0
    this.#ago = anyEra(dice)
    const own = this.#siteIds.map((id, i) => [id, zones[(number + i) % zones.length] ?? 'UTC'])
    this.#controls = [{ ...noControl, zones: Object.fromEntries(own) }]
  }

  async prepare(): Promise<void> {
    await prepareTypes(this.#name, (path, body) =>
      this.#calls.certainly('POST', path, body, [201, 409]),
    )
    for (const [id, timezone] of Object.entries(this.#controls[0]?.zones ?? {})) {
      await this.#calls.certainly('POST', '/v2/sites', { id, name: id, timezone }, [201, 409])
    }
    for (const id of this.#fleetIds) {
      await this.#calls.certainly('POST', '/v2/fleets', { id, name: id }, [201, 409])
    }
    while (this.#things.length < THINGS) await this.#addThing()
    await pause(HEARD_MS)
  }

  get #siteIds(): string[] {
    return ['a', 'b'].map((letter) => `site-${this.#name}-${letter}`)
  }

  get #fleetIds(): string[] {
    return ['a', 'b'].map((letter) => `fleet-${this.#name}-${letter}`)
  }

  get #groups(): Groups {
    return { siteIds: this.#siteIds, fleetIds: this.#fleetIds }
  }

  get #askable(): Askable {
    return { things: this.#things, ...this.#groups, controls: this.#controls }
  }

  /** Does one thing or another. */
  async turn(): Promise<void> {
    await this.#settlePending()
    const thing = this.#dice.of(this.#things)
    if (thing.size > MOST_REGISTERS) return this.#replace(thing)
    const kind = this.#dice()
    if (kind < 0.4) await this.#write()
    else if (kind < 0.45) await this.#burst(thing)
    else if (kind < 0.5) await this.#erase(thing)
    else if (kind < 0.505) await this.#delete(thing)
    else if (kind < 0.515) await this.#changeType(thing)
    else if (kind < 0.53) await this.#changeControl(thing)
    else await this.#askRandomly()
  }

  /** Waits until nothing is unknown where that is wanted, and asks for everything once more, of each node. */
  async end(settles: boolean): Promise<void> {
    while (settles && this.#pending.length > 0) {
      await pause(500)
      await this.#settlePending()
    }
    for (const { name } of this.#world.cluster.nodes) {
      for (const thing of [...this.#things]) {
        await this.#ask(allRaw(thing), name)
        if (this.#things.includes(thing)) await this.#ask(recentOf(this.#askable, thing), name)
      }
    }
    for (let i = 0; i < 10; i += 1) await this.#askRandomly()
  }

  /** What it takes for now, in microseconds. */
  get #now(): number {
    return Math.floor((Date.now() - this.#ago) * 1000)
  }

  async #write(): Promise<void> {
    const mark = this.#mark()
    const things = this.#dice.chance(0.2)
      ? this.#dice.some(this.#things, 0.6)
      : [this.#dice.of(this.#things)]
    const parts = things.map((thing) => ({
      thing,
      frames: framesOf(thing, mark, this.#now, this.#dice),
    }))
    const node = await this.#send(parts.filter(({ frames }) => frames.length > 0))
    await this.#askAbout(parts[0], node)
  }

  /** A number that no other write has, so that a value tells where it comes from. */
  #mark(): number {
    this.#made += 1
    return this.#made * 100 + Number(this.#name.slice(1))
  }

  /** Sends, and mostly until it is acknowledged, as a device would. Answers the node that it was sent to last. */
  async #send(parts: readonly Part[]): Promise<string> {
    const call = callOf(parts, this.#dice)
    const again = this.#dice.chance(0.7)
    const began = this.#world.now()
    for (;;) {
      const act = await this.#sendOnce(parts, call)
      if (act.outcome === 'acknowledged' || !again) return act.node
      if (act.outcome === 'refused' && act.answer.startsWith('4')) return act.node
      if (reportIfStuck(this.#world, began, `${call.path}: ${act.answer}`)) return act.node
      await pause(100)
    }
  }

  async #sendOnce(
    parts: readonly Part[],
    { path, body }: ReturnType<typeof callOf>,
    burst?: number,
  ) {
    const node = anyNode(this.#world.cluster, this.#dice)
    const act = this.#world.begin('write', node, burst)
    const answer = await this.#world.call(node, 'POST', path, body)
    this.#finish(act, answer, node)
    for (const { thing, frames } of parts) if (act.outcome !== 'refused') thing.write(act, frames)
    this.#world.counts.writes += 1
    if (act.outcome === 'acknowledged') this.#world.counts.samples += samplesIn(parts)
    this.#checkAnswer(node, answer, path)
    return act
  }

  #finish(act: Act, answer: Answer, node: Node): void {
    finish(this.#world, act, answer)
    if (act.outcome !== 'unknown') return
    this.#world.counts.unknown += 1
    this.#pending.push(pendingOf(this.#world.cluster, node, act))
  }

  /** A clock that is behind takes what is of now for the future. */
  #checkAnswer(node: Node, answer: Answer, path: string): void {
    const { status, text } = answer
    if (status < 400 || mayBeRefused(answer)) return
    if (status === 400 && text.includes("ahead of the server's clock")) return
    this.#world.found('failed', failureOf(node, path, answer))
  }

  /** Writes of the same samples at once: each may be the last. */
  async #burst(thing: Thing): Promise<void> {
    const burst = this.#world.nextBurst()
    const frames = framesOf(thing, this.#mark(), this.#now, this.#dice)
    if (frames.length === 0) return
    const calls = Array.from({ length: this.#dice.between(2, 5) }, () => {
      const parts = [{ thing, frames: markedAs(this.#mark(), frames) }]
      return this.#sendOnce(parts, callOf(parts, this.#dice), burst)
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
      this.#finish(act, answer, node)
      this.#checkAnswer(node, answer, path)
      if (act.outcome !== 'refused') thing.erase(act, keys, range)
      if (act.outcome === 'acknowledged') break
      if (act.outcome === 'unknown') {
        thing.erasing.add(act)
        unanswered.push(act)
      }
      // What is wrong with it stays wrong.
      if (!again || act.answer.startsWith('4')) return
      const last = `DELETE ${path}: ${act.answer}`
      if (reportIfStuck(this.#world, began, last, MOST_ERASING_MS)) return
      await pause(200)
      // Erasures take turns: if all callers gave up early again, a slow machine would only work on what was given up.
      patience = ERASING_MS
      node = anyNode(this.#world.cluster, this.#dice)
    }
    this.#world.counts.erasures += 1
    // What was erased for certain, a job erases again without a trace. Half of another erasure may still show.
    for (const act of unanswered) thing.erasing.delete(act)
    await this.#ask(recentOf(this.#askable, thing), node.name)
    if (!this.#things.includes(thing)) return
    await this.#ask(allRaw(thing, { from: range.from - HOUR, to: range.to + HOUR }), node.name)
  }

  /** Deletes a thing; one of the same id or another takes its place. */
  async #delete(thing: Thing): Promise<void> {
    const node = anyNode(this.#world.cluster, this.#dice)
    const act = this.#world.begin('delete', node)
    const answer = await this.#calls.certainly(
      'DELETE',
      `/v2/thing/${thing.id}`,
      undefined,
      [204, 404],
    )
    this.#finish(act, answer, node)
    this.#world.counts.deletions += 1
    this.#things = this.#things.filter((other) => other !== thing)
    // What was sent to the old one may still come to one of the same name.
    const isQuiet = this.#pending.length === 0 && !this.#calls.isUnsettled
    await this.#addThing(isQuiet && this.#dice.chance(0.5) ? thing.id : undefined)
    await pause(HEARD_MS)
  }

  async #addThing(again?: string): Promise<void> {
    const id = again ?? `${this.#name}-${this.#made}`
    this.#made += 1
    const thing = new Thing(id, this.#dice.chance(0.3))
    const place = anyPlace(this.#groups, this.#dice)
    const { line, ...at } = place
    const body = {
      id,
      name: id,
      thingTypeId: typeOf(thing.type, this.#name),
      ...at,
      labels: labelsOf(line),
    }
    await this.#calls.certainly('POST', '/v2/things', body, [201, 409])
    this.#controls = this.#controls.map((control) => {
      return { ...control, places: new Map([...control.places, [thing, place]]) }
    })
    if (again) await pause(HEARD_MS)
    this.#things.push(thing)
    if (!this.#isDense) return
    const frames = denseFrames(this.#mark(), this.#now, 5)
    const call = callOf([{ thing, frames }], this.#dice)
    const began = this.#world.now()
    while (!this.#world.isEnding()) {
      const act = await this.#sendOnce([{ thing, frames }], call)
      if (act.outcome === 'acknowledged') return
      // A clock that is behind may refuse it for as long as it is.
      const isRefused = act.outcome === 'refused' && act.answer.startsWith('4')
      const last = `${call.path}: ${act.answer}`
      if (!isRefused && reportIfStuck(this.#world, began, last)) return
      await pause(200)
    }
  }

  async #replace(thing: Thing): Promise<void> {
    this.#things = this.#things.filter((other) => other !== thing)
    await this.#calls.certainly('DELETE', `/v2/thing/${thing.id}`, undefined, [204, 404])
    await this.#addThing()
    await pause(HEARD_MS)
  }

  /** A change of what groups, calendars and coverage go by. Until all nodes have heard of it, answers may be as before or as after. */
  async #changeControl(thing: Thing): Promise<void> {
    if (this.#calls.isUnsettled) return
    const { path, body, next } = anyChange(
      this.#name,
      this.#groups,
      this.#controls[0] as Control,
      thing,
      this.#dice,
    )
    this.#controls = [...this.#controls, next]
    this.#world.counts.changes += 1
    let isHeard = false
    const heard = this.#calls
      .certainly('PATCH', path, body, [200])
      .then(() => pause(HEARD_MS))
      .finally(() => {
        isHeard = true
      })
    while (!isHeard) {
      await this.#ask(placeQuestionOf(this.#askable, this.#dice))
      await pause(50)
    }
    await heard
    this.#controls = this.#controls.slice(-1)
    await this.#ask(placeQuestionOf(this.#askable, this.#dice))
  }

  /** What a type lacks is no answer's business, and there again once the thing has the other type. */
  async #changeType(thing: Thing): Promise<void> {
    if (this.#calls.isUnsettled) return
    const type = thing.type === 'full' ? 'lean' : 'full'
    await this.#calls.certainly(
      'PATCH',
      `/v2/thing/${thing.id}`,
      { thingTypeId: typeOf(type, this.#name) },
      [200],
    )
    this.#world.counts.changes += 1
    thing.type = type
    await pause(HEARD_MS)
  }

  /** About what has just been written, through another node. */
  async #askAbout(part: Part | undefined, node: string | undefined): Promise<void> {
    const [first, last] = [part?.frames[0]?.t, part?.frames.at(-1)?.t]
    if (!part || first === undefined || last === undefined) return
    if (this.#dice.chance(0.5) && this.#things.includes(part.thing)) {
      const range = { from: Math.min(first, last), to: Math.max(first, last) + 1 }
      await this.#ask(allRaw(part.thing, range), node)
    }
    if (this.#dice.chance(0.5)) await this.#askRandomly(node)
  }

  async #askRandomly(node?: string): Promise<void> {
    const question = questionOf(this.#askable, this.#dice)
    if (question) await this.#ask(question, node)
  }

  /** A thing that is wrong once is left alone: it would be wrong again. */
  async #ask(question: Question, node?: string): Promise<void> {
    const { right, cells } = await ask(this.#world, this.#dice, question, node)
    if (cells && question.shows) learn(this.#things, question.shows, cells)
    if (right) return
    for (const wrong of question.things) await this.#replace(wrong)
  }

  /** Asks for all of a thing, so that what is unknown is known. */
  async #pin(thing: Thing): Promise<void> {
    if (!thing.isErasing && this.#things.includes(thing)) await this.#ask(allRaw(thing))
  }

  async #settlePending(): Promise<void> {
    const over = this.#pending.filter((pending) => pending.isOver())
    if (over.length === 0) return
    this.#pending = this.#pending.filter((pending) => !over.includes(pending))
    for (const { act } of over) act.isOver = true
    for (const thing of [...this.#things]) {
      for (const { act } of over) thing.erasing.delete(act)
      const acts = thing.unsureActs()
      if (over.some(({ act }) => acts.has(act))) await this.#pin(thing)
    }
  }
}
