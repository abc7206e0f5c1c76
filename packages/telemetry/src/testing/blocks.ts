import { atOnce } from '@sluice/runtime'
import { SampleBuffer } from '../write/blocks/sample-buffer.ts'
import type { Write } from '../write/blocks/write.ts'

/** For the tests of blocks: the samples that `fill` pushes, as the writer gets them. */
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
