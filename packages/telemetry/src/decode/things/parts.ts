import type { IngestedThings } from '@sluice/contract'
import type { MeasuredThing, MeasuredType } from '../../measured-thing.ts'
import type { SampleBuffer } from '../../write/blocks/sample-buffer.ts'
import { Faults, type Path } from '../faults.ts'
import { Intake, tooMuch } from '../intake.ts'
import { compileRules, latestAt } from '../rules.ts'

export type Refusal = NonNullable<IngestedThings['things'][number]['problem']>

/** What became of an id that a call names: a thing, one that is yet to be created, or neither. */
export type FoundThing =
  | { readonly thing: MeasuredThing }
  | { readonly missing: MeasuredType }
  | { readonly refusal: Refusal; readonly detail: string }

/** What samples of a thing are judged by that is there, or is yet to be created. */
export function typeOf(found: Exclude<FoundThing, { refusal: unknown }>): MeasuredType {
  return 'thing' in found ? found.thing : found.missing
}

/** What became of a call's samples of one thing. */
export interface PartReport {
  readonly thingId: string
  readonly found: FoundThing
  /** The good ones; none where the call is refused. */
  readonly samples: readonly SampleBuffer[]
  readonly accepted: number
  readonly rejected: number
  readonly problem: Refusal | null
}

/** What a call brings of one thing. */
export class Part implements PartReport {
  readonly thingId: string
  readonly found: FoundThing
  readonly intakes: Intake[] = []
  readonly #parts: Parts
  #dropped = 0
  #isNamed = false

  constructor(thingId: string, found: FoundThing, parts: Parts) {
    this.thingId = thingId
    this.found = found
    this.#parts = parts
  }

  get samples(): SampleBuffer[] {
    return this.intakes.map(({ samples }) => samples)
  }

  get accepted(): number {
    return this.intakes.reduce((sum, { samples }) => sum + samples.rows, 0)
  }

  get rejected(): number {
    return this.intakes.reduce((sum, { rejected }) => sum + rejected, this.#dropped)
  }

  get problem(): Refusal | null {
    if ('refusal' in this.found) return this.found.refusal
    return this.rejected > 0 ? 'invalid-request' : null
  }

  /**
   * Room for samples of the thing; undefined, and a fault where its id stands, where none may be taken. The fault is noted
   * once, the samples each time.
   */
  open(capacity: number, samples: number, path: Path): Intake | undefined {
    const { found } = this
    if ('refusal' in found) {
      this.drop(samples)
      if (!this.#isNamed) this.#parts.faults.add(found.detail, ...path)
      this.#isNamed = true
      return undefined
    }
    const { now, faults } = this.#parts
    const intake = new Intake(compileRules(typeOf(found), now), capacity, new Faults(faults))
    this.intakes.push(intake)
    return intake
  }

  /** Samples that are refused. */
  drop(samples: number): void {
    this.#dropped += Math.max(samples, 1)
  }

  /** Takes back all that came in by an intake. */
  close(intake: Intake, samples: number): void {
    this.intakes.splice(this.intakes.indexOf(intake), 1)
    intake.samples.free()
    this.drop(samples)
  }
}

/** A call about many things: what it brings of each, and what is wrong with it. */
export class Parts {
  readonly faults: Faults
  readonly now: Date
  /** Epoch microseconds. */
  readonly latest: number
  /** Samples that name no thing. */
  unnamed = 0
  /** Samples that are neither taken nor refused, but for those that things ignore. */
  dropped = 0
  readonly #byThing: ReadonlyMap<string, Part>
  #samples = 0
  #textUnits = 0

  constructor(found: ReadonlyMap<string, FoundThing>, faults: Faults, now: Date) {
    this.faults = faults
    this.now = now
    this.latest = latestAt(now)
    const parts = Array.from(found, ([id, one]) => [id, new Part(id, one, this)] as const)
    this.#byThing = new Map(parts)
  }

  /** Samples that are neither taken nor refused. */
  get passedOver(): number {
    const ofThings = this.all().flatMap(({ intakes }) => intakes)
    return ofThings.reduce((sum, { ignored }) => sum + ignored, this.dropped)
  }

  /** In the order in which the body names them. */
  all(): Part[] {
    return [...this.#byThing.values()]
  }

  of(thingId: string): Part | undefined {
    return this.#byThing.get(thingId)
  }

  /** Counts samples that were read. True, and a fault of the whole call, once they are more than one call may hold. */
  overflows(samples: number, textUnits: number): boolean {
    this.#samples += samples
    this.#textUnits += textUnits
    const detail = tooMuch(this.#samples, this.#textUnits)
    if (detail === undefined) return false
    if (!this.faults.fatal) this.faults.exceed(detail, 'body')
    return true
  }
}
