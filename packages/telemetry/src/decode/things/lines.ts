import { ingestLimits } from '@sluice/contract'
import { getOrMake } from '@sluice/runtime'
import { type EpochUnit, microsOfEpoch } from '../epoch-times.ts'
import type { Faults, Path } from '../faults.ts'
import type { MadeFrame } from '../json/frames.ts'
import { LineFault, LineProtocol, type Point } from '../lines/line-protocol.ts'
import { type LineText, readLineText } from '../lines/line-text.ts'
import { LONGEST_PART } from '../mapping/expression.ts'
import { type Mapping, unmappedDetail } from '../mapping/mapping.ts'
import { readFrames } from './frames.ts'
import { Moment, type Origin, type Taken } from './moment.ts'
import { type OtherSample, refuseOthers } from './other-samples.ts'
import type { Parts } from './parts.ts'
import { LabelsInTurn, labelOfTag, namesOfPoint, textOfSample } from './point-labels.ts'
import { type Reading, ThingIds } from './reading.ts'

/** How the points of line protocol are mapped. Their labels are `measurement`, `field` and their tags. */
export interface LineMapping {
  /** The unit of their times. */
  readonly precision: EpochUnit
  readonly mapping: Mapping
}

/** A few milliseconds for lines of the greatest length. */
const LINES_PER_YIELD = 8
/** Fields of a line that are mapped between two yields. */
const FIELDS_PER_YIELD = 64

/** Scans a body of lines, each of which becomes a frame of one thing. */
export function* readingOfLines(
  body: unknown,
  faults: Faults,
  mapping: LineMapping,
  now: Date,
): Generator<void, Reading> {
  const gathered = new GatheredLines(faults, mapping, now)
  let [points, passed] = [0, 0]
  const read = yield* readLineText(body instanceof Buffer ? body : Buffer.alloc(0))
  if (!read) faults.refuse('is not UTF-8', 'body')
  const { text, broken } = read ?? nothing
  const lines = new LineProtocol(text)
  for (let kind = lines.next(); kind; kind = lines.next()) {
    // Not by the number of the line: a quoted string may advance it by more than one.
    if (mapping.mapping.selects || passed++ % LINES_PER_YIELD === 0) yield
    if (kind === 'nothing') continue
    points += 1
    if (points > ingestLimits.frames) {
      faults.exceed(
        `must have at most ${ingestLimits.frames} lines; split it into several calls`,
        'body',
      )
      break
    }
    const { line } = lines
    const point = readPoint(lines, faults)
    const brokenLine = broken.size > 0 ? firstIn(broken, line, lines.line) : undefined
    if (point && brokenLine !== undefined) faults.add('is not UTF-8', 'body', brokenLine)
    if (!point || brokenLine !== undefined) gathered.unnamed += 1
    else if (!(yield* gathered.take(point, line))) break
  }
  if (points === 0 && faults.count === 0) faults.refuse('must hold a line', 'body')
  return gathered
}

const nothing: LineText = { text: '', broken: new Set() }

/** The first number of a set from `from` to `to`: a quoted string may span several lines. */
function firstIn(numbers: ReadonlySet<number>, from: number, to: number): number | undefined {
  for (let number = from; number <= to; number++) if (numbers.has(number)) return number
  return undefined
}

/** Undefined, with a fault, if a line is malformed. */
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

type LineValue = number | boolean | string

/** A sample whose thing and metric are known. */
interface Named {
  readonly line: number
  readonly thingId: string
  readonly field: string
  /** The result of the mapping's metric expression. */
  readonly made: string
  readonly value: LineValue
}

class GatheredLines implements Reading {
  /** Samples that name no thing. */
  unnamed = 0
  #dropped = 0
  readonly #ids: ThingIds
  readonly #faults: Faults
  readonly #mapping: Mapping
  readonly #precision: EpochUnit
  /** Epoch microseconds. */
  readonly #now: number
  /** With their line numbers. */
  readonly #frames: [line: number, frame: MadeFrame][] = []
  readonly #samples = new Map<string, number>()
  /** By thing and time. */
  readonly #moments = new Map<string, Map<number, Moment>>()
  /** The labels of the current field. */
  readonly #labels = new LabelsInTurn()
  readonly #others: OtherSample[] = []
  /** The last comparison: two lines are compared field by field, one after another. */
  #compared: { readonly one: Point; readonly other: Point; readonly areSame: boolean } | undefined

  constructor(faults: Faults, { mapping, precision }: LineMapping, now: Date) {
    this.#ids = new ThingIds(faults)
    this.#faults = faults
    this.#mapping = mapping
    this.#precision = precision
    this.#now = now.getTime() * 1000
  }

  get things(): ReadonlySet<string> {
    return this.#ids.all
  }

  /** Returns false once the call has too many things. */
  *take(point: Point, line: number): Generator<void, boolean> {
    const fields = this.#mapping.selects ? yield* this.#selected(point) : point.fields
    this.#dropped += point.fields.size - fields.size
    if (fields.size === 0) return true
    const thingId = this.#thingOf(point, line)
    if (thingId === undefined) {
      this.unnamed += fields.size
      return true
    }
    if (this.#ids.overflow('body')) return false
    const micros = point.time === undefined ? this.#now : microsOfEpoch(point.time, this.#precision)
    const unmapped = this.#unmappedOf(point)
    const taken = { point, values: new Map<string, unknown>(), fields: undefined }
    const moment = this.#momentAt(thingId, micros)
    let seen = 0
    for (const [field, value] of fields) {
      if (seen++ % FIELDS_PER_YIELD === FIELDS_PER_YIELD - 1) yield
      const made = this.#metricOf(point, field, line, unmapped)
      if (made === undefined) this.unnamed += 1
      else this.#put(moment, taken, { line, thingId, field, made, value })
    }
    if (taken.values.size === 0) return true
    moment.note(taken)
    this.#frames.push([line, { thingId, micros, values: taken.values }])
    this.#samples.set(thingId, (this.#samples.get(thingId) ?? 0) + taken.values.size)
    return true
  }

  #put(moment: Moment, taken: Taken, { line, thingId, field, made, value }: Named): void {
    const metric = this.#mapping.keyOf(made)
    const { point } = taken
    // A line has each field once, so a second sample of the metric comes from another field.
    const first = taken.values.has(metric) ? { point, field: '' } : moment.originOf(metric)
    if (first && !this.#isSame(first, { point, field })) {
      const text = textOfSample(point, field)
      this.#others.push({ thingId, metric, path: [line, field], text })
      return
    }
    if (metric !== field) {
      taken.fields ??= new Map()
      taken.fields.set(metric, field)
    }
    taken.values.set(metric, this.#mapping.valueOf(made, value))
  }

  #momentAt(thingId: string, micros: number): Moment {
    const moments = getOrMake(this.#moments, thingId, () => new Map<number, Moment>())
    return getOrMake(moments, micros, () => new Moment())
  }

  *read(parts: Parts): Generator<void, void> {
    const [frames, unnamed] = [this.#frames, this.unnamed]
    const samplesOf = (thingId: string) => this.#samples.get(thingId) ?? 0
    yield* readFrames(parts, { at: ['body'], frames, samplesOf, unnamed })
    yield* refuseOthers(this.#others, parts)
    parts.dropped += this.#dropped
  }

  /** The fields that the mapping does not drop. */
  *#selected(point: Point): Generator<void, Point['fields']> {
    const fields = new Map<string, LineValue>()
    const dropOf = this.#mapping.dropOfFields(this.#labels.of(point))
    for (const [field, value] of point.fields) {
      // Before each, since a field may cost as much as a search by every matcher.
      yield
      if (!dropOf(field)) fields.set(field, value)
    }
    return fields
  }

  #thingOf(point: Point, line: number): string | undefined {
    const { thing } = this.#mapping
    const id = thing.textOf(this.#labels.of(point))
    if (id !== undefined) return this.#ids.take(id, 'body', line) ? id : undefined
    const detail = `has no tag ${thing.lackedBy(this.#labels.of(point))}, which names its thing; say which does by ?thing= or a mapping`
    this.#faults.add(detail, 'body', line)
    return undefined
  }

  /** Undefined, with a fault, if no alternative of the expression applies to the field, or a tag is unmapped. */
  #metricOf(
    point: Point,
    field: string,
    line: number,
    unmapped: readonly string[],
  ): string | undefined {
    const { metric } = this.#mapping
    const labels = this.#labels.of(point, field)
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

  /** Unmapped tags, if the mapping refuses them; the same for all fields of a line. */
  #unmappedOf(point: Point): readonly string[] {
    if (!this.#mapping.isStrict) return []
    return this.#mapping.unmapped(namesOfPoint(point), this.#labels.of(point, 'field'))
  }

  /** Whether two samples belong to one series: then the later one counts. */
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
    for (const name of names) {
      if (one.tags.get(name) === other.tags.get(name)) continue
      if (this.#mapping.tells(labelOfTag(name), name)) return false
    }
    return true
  }
}
