// The thread that decodes long bodies, on a heap of its own.
import { atOnce, JsonBody, type Said, serveConversations } from '@sluice/runtime'
import { boundsOf, boundsOfOne } from '../bulk-bounds.ts'
import { Faults, isRefused } from '../faults.ts'
import { readers } from '../forms.ts'
import { Mapping } from '../mapping/mapping.ts'
import { compileRules } from '../rules.ts'
import { type FoundThing, Parts } from '../things/parts.ts'
import { readingOf } from '../things/reading-of.ts'
import { batchesOfParts, batchesOfSamples } from './batches.ts'
import type { Batch, Kind, Outcome, Sent, SentKinds, ThingJob, ThingsJob } from './messages.ts'
import { bodyOf } from './sent-body.ts'

/** A conversation: it yields messages and gets the answers. */
type Talk = Generator<Said, Said, never>

serveConversations(() => {
  let talk: Talk | undefined
  return (received: unknown) => {
    if (talk) return talk.next(received as never).value
    const job = received as ThingJob | ThingsJob
    talk = 'type' in job ? aboutOne(job) : aboutMany(job)
    return talk.next().value
  }
})

function* aboutOne({ form, type, now, onError, body }: ThingJob): Talk {
  const intake = readers[form](bodyOf(body, boundsOfOne), compileRules(type, now))
  const { faults, rejected, samples } = intake
  yield outcomeOf(faults, rejected)
  if (!isRefused(faults, onError)) {
    atOnce(samples.sortByMetric())
    yield* saying(batchesOfSamples([samples]))
  }
  return nothingMore
}

function* aboutMany({ body, lines, series, onError, ...job }: ThingsJob): Talk {
  const faults = new Faults()
  const format = { ...job, lines: lines && mapped(lines), series: series && mapped(series) }
  const sent = bodyOf(body, boundsOf(job.form))
  const parsed = sent instanceof JsonBody ? sent.parse() : sent
  const reading = atOnce(readingOf(parsed, format, faults))
  const ids = faults.fatal ? [] : [...reading.things]
  const parts = new Parts(yield* findAll(ids), faults, job.now)
  if (!faults.fatal) atOnce(reading.read(parts))
  yield outcomeOf(faults, parts.unnamed, parts.passedOver)
  const all = parts.all()
  yield* saying(batchesOfParts(all))
  if (!isRefused(faults, onError)) {
    const buffers = all.flatMap(({ samples }) => samples)
    for (const samples of buffers) atOnce(samples.sortByMetric())
    yield* saying(batchesOfSamples(buffers))
  }
  return nothingMore
}

/** Asks the main thread to look up things. */
function* findAll(
  ids: readonly string[],
): Generator<Said, ReadonlyMap<string, FoundThing>, SentKinds> {
  const kinds: Kind[] = []
  let received = yield { said: ids }
  for (;;) {
    kinds.push(...received.kinds)
    if (received.kindOf) break
    received = yield { said: undefined }
  }
  const { kindOf } = received
  return new Map(ids.map((id, i) => [id, foundBy(kinds[kindOf[i] ?? 0])]))
}

function foundBy(kind: Kind | undefined): FoundThing {
  if (!kind) throw new Error('A thing of no kind.')
  return 'refusal' in kind ? kind : { missing: kind }
}

function mapped<Mapped>({ rules, ...rest }: Sent<Mapped>) {
  return { ...rest, mapping: new Mapping(rules) }
}

function outcomeOf(faults: Faults, rejected: number, passedOver = 0): Said {
  const { count, fatal, exceeds } = faults
  const said: Outcome = {
    faults: { count, fatal, exceeds, listed: faults.list() },
    ...{ rejected, passedOver },
  }
  return { said }
}

function* saying(batches: Iterable<Batch>): Generator<Said, void> {
  for (const said of batches) {
    if (!('columns' in said)) yield { said }
    else {
      const { metrics, numbers, times } = said.columns
      yield { said, transfer: [metrics.buffer, numbers.buffer, times.buffer] }
    }
  }
}

const nothingMore: Said = { said: undefined }
