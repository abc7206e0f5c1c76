import {
  idFault,
  idForm,
  type MappingProtocol,
  type MappingTrial,
  mappingTrialLimits,
  type SampleValue,
} from '@sluice/contract'
import { inSlices, isoOf, mapInSlices } from '@sluice/runtime'
import { Faults, shorten } from './decode/faults.ts'
import { Intake } from './decode/intake.ts'
import { readMadeFrame } from './decode/json/frames.ts'
import { LONGEST_PART } from './decode/mapping/expression.ts'
import { type Mapping, unmappedDetail } from './decode/mapping/mapping.ts'
import { readTrial, type TrialSample, type TrialText } from './decode/mapping/trial-samples.ts'
import { compileRules } from './decode/rules.ts'
import { Identities } from './decode/series/identity.ts'
import { type FoundThing, typeOf } from './decode/things/parts.ts'
import type { MeasuredType } from './measured-thing.ts'

/** A mapping, and a text to try it on. */
export interface TrialCall extends TrialText {
  readonly mapping: Mapping
  /** Looks up the ids that samples name, in order. */
  readonly find: (ids: readonly string[]) => Promise<TrialFound>
}

type TrialFound = ReadonlyMap<string, FoundThing>

type Row = MappingTrial['samples'][number]
type Draft = { -readonly [Field in keyof Row]: Row[Field] }

/** A sample with a thing and a metric. */
interface Placed {
  readonly row: Draft
  readonly sample: TrialSample
  readonly thingId: string
  readonly metric: string
  readonly value: unknown
  /** Identifies its frame. */
  readonly key: string
  readonly series: string
}

/** Series of a collision that an answer lists. */
const MAX_LISTED = 10

/**
 * Shows what a mapping makes of samples and what a call would refuse, without storing anything. It uses the same
 * readers, mapping and checks as ingestion.
 */
export async function tryMapping(call: TrialCall): Promise<MappingTrial> {
  const faults = new Faults()
  const { samples, truncated } = await inSlices(gather(call, faults))
  const identities = new Identities(call.mapping)
  const looked = await mapInSlices(samples, (sample) => {
    const row = blank(sample, call.mapping)
    return { row, placed: place(sample, row, call.mapping, identities) }
  })
  const rows = looked.map(({ row }) => row)
  const placed = looked.flatMap(({ placed }) => placed ?? [])
  const found = await call.find([...new Set(placed.map(({ thingId }) => thingId))])
  const collisions = refuseCollisions(placed, found, identities, call.protocol)
  const open = placed.filter(({ row }) => row.outcome === 'accepted')
  for (const frame of Map.groupBy(open, ({ key }) => key).values()) judge(frame, found, call.now)
  return { samples: rows, collisions, errors: faults.list(), truncated }
}

function* gather(call: TrialCall, faults: Faults) {
  const samples: TrialSample[] = []
  for (const sample of readTrial(call, faults)) {
    if (sample === undefined) yield
    else if (samples.length < mappingTrialLimits.samples) samples.push(sample)
    else return { samples, truncated: true }
  }
  return { samples, truncated: false }
}

function blank({ source, value, micros, labels, names }: TrialSample, mapping: Mapping): Draft {
  return {
    ...{ source, thingId: null, metric: null, outcome: 'accepted', detail: null },
    ...{
      createsThing: false,
      unmappedLabels: mapping.unmapped(names(), labels).slice(0, 50),
    },
    value: shownValue(value),
    timestamp: Number.isNaN(micros) ? null : isoOf(micros),
  }
}

/** JSON has no NaN or infinity, and long strings are shortened. */
function shownValue(value: unknown): SampleValue | null {
  if (typeof value === 'string') return shorten(value)
  return typeof value === 'boolean' || Number.isFinite(value) ? (value as SampleValue) : null
}

function refuse(row: Draft, detail: string): undefined {
  row.outcome = 'rejected'
  row.detail = detail
  return undefined
}

/** Undefined for a sample that goes no further; its row says why. */
function place(
  sample: TrialSample,
  row: Draft,
  mapping: Mapping,
  identities: Identities,
): Placed | undefined {
  const { labels, thingLabels, value, micros } = sample
  const dropped = mapping.dropOf(labels)
  if (dropped !== undefined) {
    row.outcome = 'dropped'
    row.detail = dropped
    return undefined
  }
  if (sample.refusal !== undefined) return refuse(row, sample.refusal)
  if (sample.isPassedOver) {
    row.outcome = 'ignored'
    row.detail = 'is no finite number'
    return undefined
  }
  const thingId = mapping.thing.textOf(thingLabels)
  if (thingId === undefined) {
    return refuse(row, `has no ${mapping.thing.lackedBy(thingLabels)}, which names its thing`)
  }
  row.thingId = thingId
  const made = mapping.metric.textOf(labels)
  if (made === undefined) {
    const detail = `has no ${mapping.metric.lackedBy(labels)} of 1 to ${LONGEST_PART} characters, which names its metric`
    return refuse(row, detail)
  }
  const metric = mapping.keyOf(made)
  row.metric = metric
  const stored = mapping.valueOf(made, value)
  row.value = shownValue(stored)
  if (mapping.isStrict && row.unmappedLabels.length > 0) {
    return refuse(row, unmappedDetail(row.unmappedLabels))
  }
  if (!idForm.test(thingId)) {
    return refuse(row, `names the thing ${shorten(thingId)}: it ${idFault}`)
  }
  const series = JSON.stringify([sample.field, identities.of(sample.identity)])
  return { row, sample, thingId, metric, value: stored, key: `${thingId}@${micros}`, series }
}

/**
 * Refuses what ingestion refuses: if series collide, all but the first. In line protocol they collide only at the same
 * time. Those of a metric that the thing's type ignores are no collision.
 */
function refuseCollisions(
  placed: readonly Placed[],
  found: TrialFound,
  identities: Identities,
  protocol: MappingProtocol,
): MappingTrial['collisions'] {
  const collisions: MappingTrial['collisions'] = []
  const groups = Map.groupBy(placed, ({ thingId, metric }) => `${thingId} ${metric}`)
  for (const group of groups.values()) {
    const bySeries = Map.groupBy(group, ({ series }) => series)
    const [first] = group
    if (bySeries.size < 2 || !first) continue
    const { thingId, metric } = first
    const ignoring = typeIgnoring(metric, found.get(thingId))
    const timed = Map.groupBy(group, ({ key }) => (protocol === 'influx' ? key : thingId))
    const others = [...timed.values()].flatMap((some) =>
      some.filter(({ series }) => series !== some[0]?.series),
    )
    for (const { row } of others) {
      if (ignoring) ignore(row, ignoring, metric)
      else refuse(row, `would be ${metric} of ${thingId}, as another series already is`)
    }
    if (ignoring) continue
    const examples = [...bySeries.values()].flatMap(([one]) => one ?? []).slice(0, MAX_LISTED)
    collisions.push({
      ...{ thingId, metric },
      series: examples.map(({ sample }) => sample.source),
      labels: differing(
        examples.map(({ sample }) => sample),
        identities,
      ),
    })
  }
  return collisions
}

/** The type of a thing, if it lacks the metric and ignores such. */
function typeIgnoring(metric: string, found: FoundThing | undefined): MeasuredType | undefined {
  if (!found || 'refusal' in found) return undefined
  const type = typeOf(found)
  const isKnown = type.metrics.some(({ key }) => key === metric)
  return type.unknownMetrics === 'ignore' && !isKnown ? type : undefined
}

function ignore(row: Draft, { thingTypeId }: MeasuredType, metric: string): void {
  row.outcome = 'ignored'
  row.detail = `thing type ${thingTypeId} has no metric ${shorten(metric)} and ignores others`
}

/** The labels that distinguish samples. */
function differing(samples: readonly TrialSample[], identities: Identities): string[] {
  const labels = identities.differing(samples.map(({ identity }) => identity))
  const fields = new Set(samples.map(({ field }) => field))
  return fields.size > 1 ? [...labels, 'field'] : labels
}

/** Checks samples that would be one frame. */
function judge(frame: readonly Placed[], found: TrialFound, now: Date): void {
  const [first] = frame
  const one = first && found.get(first.thingId)
  if (!first || !one) return
  if ('refusal' in one) {
    for (const { row } of frame) refuse(row, `${first.thingId} ${one.detail}`)
    return
  }
  const type = typeOf(one)
  const faults = new Faults()
  const intake = new Intake(compileRules(type, now), frame.length, faults)
  const values = new Map(frame.map(({ metric, value }) => [metric, value]))
  readMadeFrame(intake, { thingId: first.thingId, micros: first.sample.micros, values }, [])
  const byPointer = new Map(faults.list().map(({ pointer, detail }) => [pointer, detail]))
  for (const { row, metric } of frame) {
    row.createsThing = 'missing' in one
    const own = byPointer.get(`/values/${metric}`)
    const whole = byPointer.get('/timestamp') ?? byPointer.get('/values')
    if (own !== undefined || whole !== undefined) refuse(row, own ?? whole ?? '')
    else if (!intake.rules.metrics.has(metric)) ignore(row, type, metric)
    row.createsThing &&= row.outcome === 'accepted'
  }
}
