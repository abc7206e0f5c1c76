import { type MappingProtocol, mappingTrialLimits } from '@sluice/contract'
import { type EpochUnit, microsOfEpoch } from '../epoch-times.ts'
import { type Faults, shorten } from '../faults.ts'
import { LineProtocol } from '../lines/line-protocol.ts'
import { readExposition } from '../series/exposition.ts'
import type { Identity } from '../series/identity.ts'
import { readOtlpJson } from '../series/otlp-json.ts'
import type { Series } from '../series/series.ts'
import { readPoint } from '../things/lines.ts'
import {
  LabelsInTurn,
  namesOfPoint,
  plainNames,
  textOfSample,
  traitsOfPoint,
} from '../things/point-labels.ts'
import type { LabelName, Labels } from './expression.ts'

/** A sample of a text on which a mapping is tried. */
export interface TrialSample {
  readonly source: string
  /** Labels that select its thing. Those of its metric also include the field of a line. */
  readonly thingLabels: Labels
  readonly labels: Labels
  /** All of its labels except a field. */
  readonly identity: Identity
  /** The names of these that are not empty, without those of its scope. */
  readonly names: () => Iterable<LabelName>
  readonly field: string | undefined
  readonly value: unknown
  /** Whether a call would skip it, whatever the mapping. */
  readonly isPassedOver?: boolean
  /** Why a call would refuse it, unless the mapping drops it. */
  readonly refusal?: string
  /** Epoch microseconds; NaN if it has no time. */
  readonly micros: number
}

export interface TrialText {
  readonly protocol: MappingProtocol
  readonly text: string
  readonly precision: EpochUnit
  readonly now: Date
}

type Reader = (text: TrialText, faults: Faults) => Generator<TrialSample | undefined, void>

const readers: Record<MappingProtocol, Reader> = {
  influx: readLines,
  prometheus: readPage,
  otlp: readOtlp,
}

/** Reads samples one by one, as a call in their protocol would; yields undefined where a slice may end. */
export function readTrial(text: TrialText, faults: Faults): ReturnType<Reader> {
  return readers[text.protocol](text, faults)
}

function* readLines({ text, precision, now }: TrialText, faults: Faults): ReturnType<Reader> {
  const lines = new LineProtocol(text)
  for (let kind = lines.next(); kind; kind = lines.next()) {
    yield undefined
    if (kind === 'nothing') continue
    const point = readPoint(lines, faults, ['body', 'text'])
    if (!point) continue
    const micros =
      point.time === undefined ? now.getTime() * 1000 : microsOfEpoch(point.time, precision)
    for (const [field, value] of point.fields) {
      yield {
        ...{ source: textOfSample(point, field), field, value, micros },
        thingLabels: new LabelsInTurn().of(point),
        labels: new LabelsInTurn().of(point, field),
        identity: { own: () => traitsOfPoint(point), shared: [], plainNames },
        names: () => namesOfPoint(point),
      }
    }
  }
}

function* readPage({ text, now }: TrialText, faults: Faults): ReturnType<Reader> {
  for (const { line, read } of readExposition(text, now)) {
    yield undefined
    if (typeof read === 'string') faults.add(read, 'body', 'text', line)
    else
      for (const sample of samplesOf(read, faults))
        yield { ...sample, isPassedOver: !Number.isFinite(sample.value) }
  }
}

function* readOtlp({ text }: TrialText, faults: Faults): ReturnType<Reader> {
  try {
    for (const series of readOtlpJson(JSON.parse(text))) {
      yield undefined
      if (series) yield* samplesOf(series, faults)
    }
  } catch (error) {
    faults.add(`cannot be read: ${shorten((error as Error).message)}`, 'body', 'text')
  }
}

function* samplesOf(series: Series, faults: Faults): Generator<TrialSample, void> {
  const { labels, refused, isUnread, samples } = series
  const { text, label, identity } = labels
  const names = () => labels.names()
  const source = shorten(text)
  const about = { source, field: undefined, thingLabels: label, labels: label, identity, names }
  if (refused && isUnread) faults.add(`${source} ${refused.what}`, 'body', 'text')
  else if (refused) yield { ...about, value: null, micros: Number.NaN, refusal: refused.what }
  for (const { value, micros } of samples.slice(0, mappingTrialLimits.samples + 1)) {
    yield { ...about, value, micros }
  }
}
