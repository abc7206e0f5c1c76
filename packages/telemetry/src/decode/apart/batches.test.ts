import { expect, test } from 'vitest'
import { SampleBuffer } from '../../write/blocks/sample-buffer.ts'
import { batchesOfSamples, Received } from './batches.ts'

function bufferOf(values: readonly (string | number)[]): SampleBuffer {
  const samples = new SampleBuffer(values.length)
  for (const [i, value] of values.entries()) samples.push(1, i, value)
  return samples
}

const each = Array.from({ length: 10_000 }, (_, i) => i)

test.each([
  ['a few states', each.map((i) => `state ${i % 50}`), 150],
  ['texts and numbers', each.map((i) => (i % 3 ? `state ${i % 7}` : i)), 21],
  ['a text of its own each', each.map((i) => `text ${i}`), 10_000],
  ['long texts', each.slice(0, 100).map((i) => 'x'.repeat(100_000 + (i % 4))), 4],
])('each text of a message is sent once: %s', (_, values, most) => {
  const [first, second] = [values.slice(0, values.length / 2), values.slice(values.length / 2)]
  const batches = [...batchesOfSamples([first, second].map(bufferOf))]
  const sent = batches.flatMap((batch) => ('distinct' in batch ? batch.distinct : []))
  expect(sent.length).toBeLessThanOrEqual(most)
  const received = new Received()
  for (const batch of batches) received.take(structuredClone(batch))
  const read = received.buffers.flatMap((samples) =>
    Array.from({ length: samples.rows }, (_, row) => samples.textAt(row) ?? samples.numbers[row]),
  )
  expect(read).toEqual(values)
})
