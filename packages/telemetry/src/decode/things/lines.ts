import { ingestLimits } from '@sluice/contract'
import { textOf } from '@sluice/runtime'
import { getOrMake } from '../../cache/get-or-make.ts'
import { type EpochUnit, timestampOf } from '../epoch-times.ts'
import { type Faults, type Path, shorten } from '../faults.ts'
import { LineFault, LineProtocol, type Point } from '../lines/line-protocol.ts'
import { type Labels, LONGEST_PART } from '../mapping/expression.ts'
import { type Mapping, unmappedDetail } from '../mapping/mapping.ts'
import { type NamedFrame, readFrames } from './frames.ts'
import { type OtherSample, refuseOthers } from './other-samples.ts'
import type { Parts } from './parts.ts'
import { type Reading, ThingIds } from './reading.ts'

/** What the points of a line protocol become; their labels are `measurement`, `field` and their tags. */
export interface LineMapping {
  /** The unit of their times. */
  readonly precision: EpochUnit
  readonly mapping: Mapping
}

/** Lines as long as they may be then take a few milliseconds. */
const LINES_A_YIELD = 8
/** Fields of one line that are held against a mapping at once. */
const FIELDS_A_YIELD = 64

/** Looks at a body of lines, each of which becomes a frame of one thing. */
export function* readingOfLines(
  body: unknown,
  faults: Faults,
  mapping: LineMapping,
  now: Date,
): Generator<void, Reading> {
  const gathered = new GatheredLines(faults, mapping, now)
  let points = 0
  const lines = new LineProtocol(yield* readText(body, faults))
  for (let kind = lines.next(); kind; kind = lines.next()) {
    if (lines.line % LINES_A_YIELD === 0) yield
    if (kind === 'nothing') continue
    points += 1
    if (points > ingestLimits.frames) {
      faults.refuse(
        `must have at most ${ingestLimits.frames} lines; split it into several calls`,
        'body',
      )
      break
    }
    const { line } = lines
    const point = readPoint(lines, faults)
    if (!point) gathered.unnamed += 1
    else if (!(yield* gathered.take(point, line))) break
  }
  if (points === 0 && faults.count === 0) faults.refuse('must hold a line', 'body')
  return gathered
}

export function* readText(body: unknown, faults: Faults): Generator<void, string> {
  try {
    return yield* textOf(body instanceof Buffer ? body : Buffer.alloc(0))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    faults.refuse('is not UTF-8', 'body')
    return ''
  }
}

/** Undefined, and a fault, for a line that is no point. */
export function readPoint(
  lines: LineProtocol,
  faults: Faults,
  at: Path = ['body'],
): Point | undefined {
  const { line } = lines
  try {
    return lines.read()
  } catch (error) {
    if (!(error instanceof LineFault)) throw error
    faults.add(error.message, ...at, line)
    lines.passLine()
    return undefined
  }
}

/** Where a sample of a metric comes from. */
interface Origin {
  readonly point: Point
  readonly field: string
}

class GatheredLines implements Reading {
  /** Samples that name no thing. */
  unnamed = 0
  readonly #ids: ThingIds
  readonly #faults: Faults
  readonly #mapping: Mapping
  readonly #precision: EpochUnit
  readonly #now: number
  /** By their lines. */
  readonly #frames = new Map<number, NamedFrame>()
  readonly #samples = new Map<string, number>()
  /** By thing and time, then by metric. */
  readonly #origins = new Map<string, Map<string, Origin>>()
  readonly #others: OtherSample[] = []
  /** Fields of two lines are compared one after another. */
  #compared: { readonly one: Point; readonly other: Point; readonly areSame: boolean } | undefined

  constructor(faults: Faults, { mapping, precision }: LineMapping, now: Date) {
    this.#ids = new ThingIds(faults)
    this.#faults = faults
    this.#mapping = mapping
    this.#precision = precision
    this.#now = now.getTime()
  }

  get things(): ReadonlySet<string> {
    return this.#ids.all
  }

  /** False once the call is about too many things. */
  *take(point: Point, line: number): Generator<void, boolean> {
    const fields = this.#mapping.selects ? yield* this.#selected(point) : [...point.fields]
    if (fields.length === 0) return true
    const thingId = this.#thingOf(point, line)
    if (thingId === undefined) {
      this.unnamed += fields.length
      return true
    }
    if (this.#ids.overflow('body')) return false
    const time = point.time === undefined ? this.#now : timestampOf(point.time, this.#precision)
    const unmapped = this.#unmappedOf(point)
    const origins = getOrMake(this.#origins, `${thingId}@${time}`, () => new Map<string, Origin>())
    // Without a prototype: a metric may be called like anything.
    const values: Record<string, unknown> = Object.create(null)
    let taken = 0
    for (const [i, [field, value]] of fields.entries()) {
      if (i % FIELDS_A_YIELD === FIELDS_A_YIELD - 1) yield
      const made = this.#metricOf(point, field, line, unmapped)
      if (made === undefined) {
        this.unnamed += 1
        continue
      }
      const metric = this.#mapping.keyOf(made)
      const first = origins.get(metric)
      if (first && !this.#isSame(first, { point, field })) {
        this.#others.push({
          thingId,
          metric,
          path: [line, field],
          text: textOfSample(point, field),
        })
        continue
      }
      if (!first) origins.set(metric, { point, field })
      values[metric] = this.#mapping.valueOf(made, value)
      taken += 1
    }
    if (taken === 0) return true
    this.#frames.set(line, { thingId, timestamp: time, values })
    this.#samples.set(thingId, (this.#samples.get(thingId) ?? 0) + taken)
    return true
  }

  *read(parts: Parts): Generator<void, void> {
    const [frames, samples, unnamed] = [this.#frames, this.#samples, this.unnamed]
    yield* readFrames(parts, { at: ['body'], frames, samples, unnamed })
    yield* refuseOthers(this.#others, parts)
  }

  /** The fields that the mapping takes. */
  *#selected(point: Point): Generator<void, [string, LineValue][]> {
    const fields: [string, LineValue][] = []
    let seen = 0
    for (const [field, value] of point.fields) {
      if (++seen % FIELDS_A_YIELD === 0) yield
      if (!this.#mapping.dropOf(labelsOfField(point, field))) fields.push([field, value])
    }
    return fields
  }

  #thingOf(point: Point, line: number): string | undefined {
    const { thing } = this.#mapping
    const id = thing.textOf(labelsOfPoint(point))
    if (id !== undefined) return this.#ids.take(id, 'body', line) ? id : undefined
    const detail = `has no tag ${thing.lackedBy(labelsOfPoint(point))}, which names its thing; say which does by ?thing= or a mapping`
    this.#faults.add(detail, 'body', line)
    return undefined
  }

  /** Undefined, and a fault, where the expression has no alternative for the field, or a tag is not mapped. */
  #metricOf(
    point: Point,
    field: string,
    line: number,
    unmapped: readonly string[],
  ): string | undefined {
    const { metric } = this.#mapping
    const labels = labelsOfField(point, field)
    const text = metric.textOf(labels)
    if (text === undefined) {
      const detail = () =>
        `has no tag ${metric.lackedBy(labels)} of 1 to ${LONGEST_PART} characters, which names its metric`
      this.#faults.add(detail, 'body', line, field)
      return undefined
    }
    if (unmapped.length === 0) return text
    this.#faults.add(() => unmappedDetail(unmapped), 'body', line, field)
    return undefined
  }

  /** Where the mapping refuses them; they are the same for all fields. */
  #unmappedOf(point: Point): readonly string[] {
    if (!this.#mapping.isStrict) return []
    return this.#mapping.unmapped(namesOfPoint(point), labelsOfField(point, 'field'))
  }

  /** Whether two samples are of one series: then the later one counts. */
  #isSame(one: Origin, other: Origin): boolean {
    if (one.field !== other.field) return false
    if (one.point === other.point) return true
    const last = this.#compared
    if (last?.one === one.point && last.other === other.point) return last.areSame
    const areSame = this.#haveSameTags(one.point, other.point)
    this.#compared = { one: one.point, other: other.point, areSame }
    return areSame
  }

  #haveSameTags(one: Point, other: Point): boolean {
    if (one.measurement !== other.measurement) return false
    const names = new Set([...one.tags.keys(), ...other.tags.keys()])
    for (const name of this.#mapping.telling(names)) {
      if (one.tags.get(name) !== other.tags.get(name)) return false
    }
    return true
  }
}

type LineValue = number | boolean | string

export function labelsOfPoint({ measurement, tags }: Point): Labels {
  return (name) => (name === 'measurement' ? measurement : tags.get(name))
}

export function labelsOfField(point: Point, field: string): Labels {
  const labels = labelsOfPoint(point)
  return (name) => (name === 'field' ? field : labels(name))
}

/** The labels of a point, but for its fields. */
export function namesOfPoint({ tags }: Point): string[] {
  return ['measurement', ...tags.keys()]
}

/** A field as a message names it: `cpu,cpu=cpu0,host=a7 usage_idle`. */
export function textOfSample({ measurement, tags }: Point, field: string): string {
  const pairs = Array.from(tags, ([tag, value]) => `,${tag}=${value}`)
  return shorten(`${measurement}${pairs.join('')} ${field}`)
}
