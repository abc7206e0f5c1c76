import { setTimeout as pause } from 'node:timers/promises'
import type { Askable } from './ask/question.ts'
import { ControlCalls } from './control-calls.ts'
import { anyChange, anyPlace, type Groups, labelsOf, zones } from './control-changes.ts'
import type { Dice } from './dice.ts'
import { eraOf } from './eras.ts'
import { type Control, noControl } from './model/control.ts'
import { Thing } from './model/thing.ts'
import { prepareTypes, typeOf } from './prepare.ts'
import type { Sender } from './sending.ts'
import { reportIfStuck } from './stuck.ts'
import { anyNode, type World } from './world.ts'
import { callOf, denseFrames } from './writes.ts'

const THINGS = 3
/** By then every node has heard of a change of control data. */
const HEARD_MS = 1500

/** The things of a worker, with their types, sites and fleets: makes, changes and deletes them. */
export class OwnThings {
  readonly #world: World
  readonly #dice: Dice
  readonly #sender: Sender
  readonly #name: string
  readonly #isDense: boolean
  readonly #ago: number
  /** What is known of control data: two while a change is under way, the older one first. */
  #controls: readonly Control[]
  #things: Thing[] = []
  #made = 0
  readonly #calls: ControlCalls

  constructor(world: World, dice: Dice, sender: Sender, number: number) {
    this.#world = world
    this.#dice = dice
    this.#sender = sender
    this.#calls = new ControlCalls(world, dice)
    this.#name = `w${number}`
    this.#isDense = number % 2 === 0
    this.#ago = eraOf(number, dice)
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
    while (this.#things.length < THINGS) await this.#add()
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

  get things(): readonly Thing[] {
    return this.#things
  }

  get askable(): Askable {
    return { things: this.#things, ...this.#groups, controls: this.#controls }
  }

  /** What their worker takes for now, in microseconds. */
  get now(): number {
    return Math.floor((Date.now() - this.#ago) * 1000)
  }

  /** A number that no other write has, so that a value tells where it comes from. */
  mark(): number {
    this.#made += 1
    return this.#made * 100 + Number(this.#name.slice(1))
  }

  /** Deletes a thing; one of the same id or another takes its place. */
  async delete(thing: Thing): Promise<void> {
    const node = anyNode(this.#world.cluster, this.#dice)
    const act = this.#world.begin('delete', node)
    const answer = await this.#calls.certainly(
      'DELETE',
      `/v2/thing/${thing.id}`,
      undefined,
      [204, 404],
    )
    this.#sender.finish(act, answer, node)
    this.#world.counts.deletions += 1
    this.#things = this.#things.filter((other) => other !== thing)
    // What was sent to the old one may still come to one of the same name.
    const isQuiet = !this.#sender.hasPending && !this.#calls.isUnsettled
    await this.#add(isQuiet && this.#dice.chance(0.5) ? thing.id : undefined)
    await pause(HEARD_MS)
  }

  async #add(again?: string): Promise<void> {
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
    const frames = denseFrames(this.mark(), this.now, 5)
    const call = callOf([{ thing, frames }], this.#dice)
    const began = this.#world.now()
    while (!this.#world.isEnding()) {
      const act = await this.#sender.sendOnce([{ thing, frames }], call)
      if (act.outcome === 'acknowledged') return
      // A clock that is behind may refuse it for as long as it is.
      const isRefused = act.outcome === 'refused' && act.answer.startsWith('4')
      const last = `${call.path}: ${act.answer}`
      if (!isRefused && reportIfStuck(this.#world, began, last)) return
      await pause(200)
    }
  }

  async replace(thing: Thing): Promise<void> {
    this.#things = this.#things.filter((other) => other !== thing)
    await this.#calls.certainly('DELETE', `/v2/thing/${thing.id}`, undefined, [204, 404])
    await this.#add()
    await pause(HEARD_MS)
  }

  /**
   * A change of what groups, calendars and coverage go by. Until all nodes have heard of it, answers may be as before or as after; `ask`
   * is called meanwhile, and once more when they have.
   */
  async changeControl(thing: Thing, ask: () => Promise<void>): Promise<void> {
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
      await ask()
      await pause(50)
    }
    await heard
    this.#controls = this.#controls.slice(-1)
    await ask()
  }

  /** What a type lacks is no answer's business, and there again once the thing has the other type. */
  async changeType(thing: Thing): Promise<void> {
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
}
