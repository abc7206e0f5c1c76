import type { SampleValue } from '@sluice/contract'
import { atOnce } from '@sluice/runtime'
import { SampleBuffer } from '../write/blocks/sample-buffer.ts'
import type { NewWrite, Write } from '../write/blocks/write.ts'
import { encodeRecord } from '../write/shared/record.ts'
import type { NewRecord } from '../write/shared/shared-log.ts'

/** A sample, of metric 1 by default. */
export function sampleAt(time: number, value: SampleValue = 1, metric = 1): SampleBuffer {
  const samples = new SampleBuffer(1)
  samples.push(metric, time, value)
  return samples
}

/** For tests of blocks: a write of the samples that `fill` pushes. */
export function writeOf(
  thing: number,
  version: bigint,
  fill: (samples: SampleBuffer) => void,
): Write {
  const samples = new SampleBuffer(0)
  fill(samples)
  atOnce(samples.sortByMetric())
  return { organization: 5, thing, samples, version }
}

/** A record of the shared log. */
export const encodedRecord = (writes: readonly NewWrite[]): NewRecord =>
  atOnce(encodeRecord(writes))
