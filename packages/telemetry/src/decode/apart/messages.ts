import type { Fault, MappingRules } from '@sluice/contract'
import type { MeasuredType } from '../../measured-thing.ts'
import type { SampleColumns } from '../../write/blocks/sample-buffer.ts'
import type { ThingForm } from '../forms.ts'
import type { LineMapping } from '../things/lines.ts'
import type { Refusal } from '../things/parts.ts'
import type { ThingsForm } from '../things/reading-of.ts'
import type { SeriesMapping } from '../things/series.ts'
import type { SentBody } from './sent-body.ts'

/** What is common to bodies about one thing and about many. */
export interface Job {
  readonly body: SentBody
  readonly onError: 'fail' | 'skip'
  readonly now: Date
}

/** A body about one thing. */
export interface ThingJob extends Job {
  readonly form: ThingForm
  readonly type: MeasuredType
}

/** A body about many things; what these are is told once it has been said which they are. */
export interface ThingsJob extends Job {
  readonly form: ThingsForm
  readonly lines: Sent<LineMapping> | undefined
  readonly series: Sent<SeriesMapping> | undefined
}

/** What holds a mapping, on its way: it is compiled again there. */
export type Sent<Mapped> = Omit<Mapped, 'mapping'> & { readonly rules: MappingRules }

/** What samples of a thing are judged by, or why none are taken. */
export type Kind = MeasuredType | { readonly refusal: Refusal; readonly detail: string }

/** Some of the kinds of a call's things, each once; with the last of them, of which kind each thing is, in their order. */
export interface ToldKinds {
  readonly kinds: readonly Kind[]
  readonly kindOf: Uint32Array | undefined
}

/** What is wrong with a body. */
export interface SentFaults {
  readonly count: number
  readonly fatal: boolean
  readonly exceeds: string | undefined
  readonly listed: Fault[]
}

/** What came of a body. The rest follows, in {@link Lot}s. */
export interface Outcome {
  readonly faults: SentFaults
  /** Samples that were refused: all of one thing's, or of many those that name no thing. */
  readonly rejected: number
  /** Samples of many things that are neither taken nor refused. */
  readonly passedOver: number
}

/** What became of a thing's samples. */
export interface SentPart {
  readonly accepted: number
  readonly rejected: number
  readonly problem: Refusal | null
  /** How many of the buffers are the thing's. */
  readonly buffers: number
}

/** A piece of what is left to be said, small enough to be taken at once. */
export type Lot =
  | { readonly parts: readonly SentPart[] }
  | { readonly columns: SentColumns }
  | { readonly texts: readonly SentTexts[] }

/** Rows of some buffers, those of one after those of the other. */
export interface SentColumns extends SampleColumns {
  /** Of each buffer. */
  readonly rows: readonly number[]
  readonly ascending: readonly boolean[]
}

/** Some of the texts of a buffer, and their rows. */
export interface SentTexts {
  readonly buffer: number
  readonly rows: readonly number[]
  readonly texts: readonly string[]
}
