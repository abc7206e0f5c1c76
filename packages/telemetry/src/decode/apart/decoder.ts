import { type Conversation, fairQueue, Problem, WorkThread } from '@sluice/runtime'
import type { MeasuredType } from '../../measured-thing.ts'
import { SampleBuffer } from '../../write/blocks/sample-buffer.ts'
import type { FaultReport } from '../faults.ts'
import type { Mapping } from '../mapping/mapping.ts'
import type { FoundThing, PartReport } from '../things/parts.ts'
import type { ThingsFormat } from '../things/reading-of.ts'
import { Received } from './batches.ts'
import { kindsOf } from './kinds.ts'
import type { Batch, Job, Outcome, SentFaults, ThingJob, ThingsJob } from './messages.ts'

/** MiB of a thread's heap: a JSON body of 16 MiB becomes up to 130 MiB of objects. The worst such bodies fit. */
const HEAP_MIB = 384

/** Seconds without a sign of life after which a thread is ended. It decodes a body in one step, for a second or two. */
const SILENCE = 30

/** Milliseconds after which the lookup of a body's things must end if another organization waits for a thread. */
const LOOKUP_MS = 1000

/** Bodies decoded at once. */
const THREADS = 2

/** A body of more bytes may take more than a few milliseconds. */
const LONG_BODY = 128 * 1024

/** The result of a body about one thing. */
export interface Decoded {
  /** Empty if the body is refused. */
  readonly samples: SampleBuffer
  readonly faults: FaultReport
  readonly rejected: number
}

/** The result of a body about many things. */
export interface DecodedParts {
  readonly faults: FaultReport
  /** Samples that name no thing. */
  readonly unnamed: number
  /** Samples that are neither accepted nor rejected. */
  readonly passedOver: number
  readonly parts: readonly PartReport[]
}

/** Looks up the things that a body names, in order. */
export type Find = (ids: readonly string[]) => Promise<ReadonlyMap<string, FoundThing>>

/**
 * Decodes long bodies on worker threads. The objects of a 16 MiB JSON body then live in the thread's own heap, where
 * collecting them does not block the event loop, which gets columns only.
 *
 * Two bodies are decoded at once, at most one of an organization while others wait. Rejects with `invalid-request` if a
 * body is not JSON, or with `unavailable`: also if its things are looked up for long while others wait, since its thread
 * is idle meanwhile.
 */
export class Decoder {
  readonly #threads = Array.from({ length: THREADS }, startable)
  readonly #free = [...this.#threads]
  readonly #longerThan: number
  readonly #queue = fairQueue({
    ...{ slots: THREADS, longest: 64, patience: 20_000 },
    refusal: crowded,
  })

  /** @param longerThan Bodies of more bytes are long. */
  constructor(longerThan = LONG_BODY) {
    this.#longerThan = longerThan
  }

  /** Whether a body of this size is to be decoded here. */
  takes(bytes: number): boolean {
    return bytes > this.#longerThan
  }

  /** @param organization Its number in the store. */
  one(organization: number, long: Omit<ThingJob, 'type'>, of: MeasuredType): Promise<Decoded> {
    const { thingTypeId, unknownMetrics, metrics } = of
    const job: ThingJob = { ...long, type: { thingTypeId, unknownMetrics, metrics } }
    return this.#converse(organization, async (thread) => {
      const { faults, rejected } = await thread.ask<Outcome>(job, [job.body.bytes.buffer])
      const { buffers } = await receive(thread)
      return { samples: buffers[0] ?? new SampleBuffer(0), faults: reportOf(faults), rejected }
    })
  }

  many(
    organization: number,
    { lines, series, ...long }: Job & ThingsFormat,
    find: Find,
  ): Promise<DecodedParts> {
    const job: ThingsJob = {
      ...long,
      lines: lines && withRules(lines),
      series: series && withRules(series),
    }
    return this.#converse(organization, async (thread) => {
      const ids = await thread.ask<readonly string[]>(job, [job.body.bytes.buffer])
      const found = await this.#unlessOthersWait(organization, find(ids))
      let outcome: Outcome | undefined
      for (const kinds of kindsOf(found.values())) outcome = await thread.ask(kinds)
      const { faults, rejected, passedOver } = outcome as Outcome
      const received = await receive(thread)
      const parts = received.partsOf(found)
      return { faults: reportOf(faults), unnamed: rejected, passedOver, parts }
    })
  }

  /** Rejects calls in flight. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()))
  }

  async #unlessOthersWait<Found>(organization: number, lookup: Promise<Found>): Promise<Found> {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setInterval(() => {
      if (this.#queue.othersWait(String(organization))) reject(tooSlow())
    }, LOOKUP_MS)
    try {
      return await Promise.race([lookup, late])
    } finally {
      clearInterval(timer)
    }
  }

  #converse<Result>(
    organization: number,
    talk: (thread: Conversation) => Promise<Result>,
  ): Promise<Result> {
    return this.#queue.run(String(organization), async () => {
      const thread = this.#free.pop()
      if (!thread) throw new Error('More bodies are decoded than there are threads.')
      const conversation = thread.converse()
      try {
        return await talk(conversation)
      } finally {
        conversation.end()
        this.#free.push(thread)
      }
    })
  }
}

/** The thread starts with its first body. */
function startable(): WorkThread {
  return new WorkThread(new URL('./thread.ts', import.meta.url), {
    heap: HEAP_MIB,
    idleMs: 120_000,
    silence: SILENCE,
    ended: 'The service could not read this body. Retry after the period in Retry-After.',
  })
}

function crowded(): Problem {
  const detail = 'Too many large bodies of your organization are under way. Send fewer at a time.'
  return new Problem('unavailable', { detail, retryAfter: 5 })
}

function tooSlow(): Problem {
  const detail =
    'The things of this body could not be looked up in time. Send it again after the period in Retry-After.'
  return new Problem('unavailable', { detail, retryAfter: 5 })
}

function withRules<Mapped extends { readonly mapping: Mapping }>({ mapping, ...rest }: Mapped) {
  return { ...rest, rules: mapping.rules }
}

function reportOf({ listed, ...rest }: SentFaults): FaultReport {
  return { ...rest, list: () => listed }
}

/** Receives the rest of the thread's messages. */
async function receive(thread: Conversation): Promise<Received> {
  const received = new Received()
  for (;;) {
    const batch = await thread.ask<Batch | undefined>(undefined)
    if (!batch) return received
    received.take(batch)
  }
}
