import type { Rejection, Writer } from '@sluice/client'
import { printable } from '@sluice/runtime/printable'

/** Refused samples that are told of one by one. */
const MOST_TOLD = 100

/** What became of the data so far. */
interface Sent {
  readonly frames: number
  /** Samples that are stored, refused, or ignored by their thing types. */
  readonly accepted: number
  readonly rejected: number
  readonly ignored: number
  /** Samples that were read, and may not be stored. */
  readonly unsent: number
  readonly errors: readonly string[]
}

/** Collects what `data send` tells in the end. */
export function createReport() {
  const errors: string[] = []
  return {
    onRejected(rejection: Rejection): void {
      errors.push(...faultsOf(rejection).slice(0, MOST_TOLD - errors.length))
    },
    sent(frames: number, writer: Writer): Sent {
      const unsent = writer.unsent().flatMap(({ values }) => Object.keys(values)).length
      return { frames, ...writer.totals(), unsent, errors }
    },
  }
}

export function sentence({ frames, accepted, rejected, ignored, unsent, errors }: Sent): string {
  const counts = [
    `${accepted} samples of ${frames} frames are stored, ${rejected} were refused.`,
    ...(ignored > 0 ? [`${ignored} were ignored: their thing types lack the metrics.`] : []),
    ...(unsent > 0 ? [`${unsent} may not be stored: sending them again does no harm.`] : []),
  ]
  return [counts.join(' '), ...errors.map((line) => `  ${printable(line)}`)].join('\n')
}

/** Each refused sample in a line, and the things that none of them tells of. */
function faultsOf({ frames, answer }: Rejection): string[] {
  const told = new Set<string>()
  const ofSamples = answer.errors.map(({ pointer, detail }) => {
    const [, index, rest = ''] = /^\/body\/frames\/(\d+)\/?(.*)$/.exec(pointer) ?? []
    const frame = frames[Number(index)]
    if (!frame) return `${pointer}: ${detail}`
    told.add(frame.thingId)
    return `${frame.thingId} at ${frame.timestamp}, ${rest.replace(/^values\//, '')}: ${detail}`
  })
  const ofThings = answer.things.flatMap(({ thingId, problem }) =>
    problem === null || told.has(thingId) ? [] : [`${thingId}: ${problem}`],
  )
  return [...ofThings, ...ofSamples]
}
