import type { IngestedThings } from '@sluice/contract'
import type { MeasuredThing, MeasuredType } from '../../measured-thing.ts'
import type { SampleBuffer } from '../../write/blocks/sample-buffer.ts'
import { Faults, type Path } from '../faults.ts'
import { Intake, tooMuch } from '../intake.ts'
import { compileRules, latestAt } from '../rules.ts'

export type Refusal = NonNullable<IngestedThings['things'][number]['problem']>

/** What an id in a call refers to: a thing, one that is yet to be created, or neither. */
export type FoundThing =
  | { readonly thing: MeasuredThing }
  | { readonly missing: MeasuredType }
  | { readonly refusal: Refusal; readonly detail: string }

/** The type that samples are checked against, whether the thing exists or is yet to be created. */
export function typeOf(found: Exclude<FoundThing, { refusal: unknown }>): MeasuredType {
  return 'thing' in found ? found.thing : found.missing
}

/** What became of a call's samples of one thing. */
export interface PartReport {
  readonly thingId: string
  readonly found: FoundThing
  /** The good samples; none if the call is refused. */
  readonly samples: readonly SampleBuffer[]
  readonly accepted: number
  readonly rejected: number
  readonly problem: Refusal | null
}

/** What a call sends for one thing. */
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
   * Makes room for samples of the thing. Returns undefined if it accepts none: then they count as rejected, and the
   * first time a fault is added at `path`.
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

  /** Counts samples as rejected. */
  drop(samples: number): void {
    this.#dropped += Math.max(samples, 1)
  }

  /** Undoes everything that an intake has taken. */
  close(intake: Intake, samples: number): void {
    this.intakes.splice(this.intakes.indexOf(intake), 1)
    intake.samples.free()
    this.drop(samples)
  }
}

/** A call about many things: what it sends for each, and its faults. */
export class Parts {
  readonly faults: Faults
  readonly now: Date
  /** Epoch microseconds. */
  readonly latest: number
  /** Samples that name no thing. */
  unnamed = 0
  /** Samples that are neither accepted nor rejected, without those that things ignore. */
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

  /** Samples that are neither accepted nor rejected. */
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

  /** Counts samples that were read. Returns whether the call holds too many, and adds a fault of the whole call then. */
  overflows(samples: number, textUnits: number): boolean {
    this.#samples += samples
    this.#textUnits += textUnits
    const detail = tooMuch(this.#samples, this.#textUnits)
    if (detail === undefined) return false
    if (!this.faults.fatal) this.faults.exceed(detail, 'body')
    return true
  }
}
