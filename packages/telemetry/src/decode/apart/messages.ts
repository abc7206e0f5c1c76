import type { Fault, MappingRules } from '@sluice/contract'
import type { MeasuredType } from '../../measured-thing.ts'
import type { SampleColumns } from '../../write/blocks/sample-buffer.ts'
import type { ThingForm } from '../forms.ts'
import type { LineMapping } from '../things/lines.ts'
import type { Refusal } from '../things/parts.ts'
import type { ThingsForm } from '../things/reading-of.ts'
import type { SeriesMapping } from '../things/series.ts'
import type { SentBody } from './sent-body.ts'

/** What bodies about one thing and about many have in common. */
export interface Job {
  readonly body: SentBody
  readonly onError: 'fail' | 'skip'
  readonly now: Date
}

export interface ThingJob extends Job {
  readonly form: ThingForm
  readonly type: MeasuredType
}

/** A body about many things. The thread names them first, and is then told what they are. */
export interface ThingsJob extends Job {
  readonly form: ThingsForm
  readonly lines: Sent<LineMapping> | undefined
  readonly series: Sent<SeriesMapping> | undefined
}

/** A mapping in transit: its rules are sent and compiled again by the receiver. */
export type Sent<Mapped> = Omit<Mapped, 'mapping'> & { readonly rules: MappingRules }

/** The type that a thing's samples are checked against, or why none are accepted. */
export type Kind = MeasuredType | { readonly refusal: Refusal; readonly detail: string }

/** Some of the distinct kinds among a call's things. The last message also has the index of each thing's kind. */
export interface SentKinds {
  readonly kinds: readonly Kind[]
  readonly kindOf: Uint32Array | undefined
}

export interface SentFaults {
  readonly count: number
  readonly fatal: boolean
  readonly exceeds: string | undefined
  readonly listed: Fault[]
}

/** The result of a body. The rest follows in {@link Batch}s. */
export interface Outcome {
  readonly faults: SentFaults
  /** Rejected samples: of a body about one thing all, of one about many those that name no thing. */
  readonly rejected: number
  /** Samples of a body about many things that are neither accepted nor rejected. */
  readonly passedOver: number
}

/** What became of a thing's samples. */
export interface SentPart {
  readonly accepted: number
  readonly rejected: number
  readonly problem: Refusal | null
  /** How many of the buffers belong to the thing. */
  readonly buffers: number
}

/** A message with a part of the result, small enough to be received at once. */
export type Batch =
  | { readonly parts: readonly SentPart[] }
  | { readonly columns: SentColumns }
  | SentTexts

/** The rows of some buffers, concatenated. */
export interface SentColumns extends SampleColumns {
  /** For each buffer. */
  readonly rows: readonly number[]
  readonly ascending: readonly boolean[]
}

/**
 * Texts of some buffers. Each is sent once, since mostly a few states are repeated: a million strings would be copied by
 * the collector that blocks the event loop.
 */
export interface SentTexts {
  readonly distinct: readonly string[]
  readonly texts: readonly TextsOfBuffer[]
}

/** Some of a buffer's texts, by their index among the distinct ones, and their rows. */
export interface TextsOfBuffer {
  readonly buffer: number
  readonly rows: readonly number[]
  readonly of: readonly number[]
}
