import { decode } from '@sluice/clickhouse/testing'
import { atOnce } from '@sluice/runtime'
import { expect, it } from 'vitest'
import { writeOf } from '../../testing/blocks.ts'
import { encodedSize, encodeSamples } from './sample-block.ts'
import { seriesRows } from './series-rows.ts'
import type { Write } from './write.ts'

const decoded = (...writes: Write[]) => decode(encodeSamples([...atOnce(seriesRows(writes))]))

it('samples of several calls are encoded column by column', () => {
  const numbers = writeOf(7, 10n, (samples) => {
    samples.push(1, -1, -0)
    samples.push(1, 1_790_000_000_123_456, 5e-324)
  })
  const texts = writeOf(8, 2n ** 63n, (samples) => {
    samples.push(2, 0, true)
    samples.push(3, 0, 'på 😀')
    samples.push(3, 1, '')
    samples.push(3, 2, 'x'.repeat(300))
    samples.push(2, 2, false)
  })
  expect(decoded(texts, numbers)).toEqual({
    organization: Array(7).fill(5),
    thing: [7, 7, 8, 8, 8, 8, 8],
    metric: [1, 1, 2, 2, 3, 3, 3],
    time: [-1n, 1_790_000_000_123_456n, 0n, 2n, 0n, 1n, 2n],
    number: [-0, 5e-324, 1, 0, Number.NaN, Number.NaN, Number.NaN],
    text: ['', '', '', '', 'på 😀', '', 'x'.repeat(300)],
    version: [10n, 10n, ...Array(5).fill(2n ** 63n)],
  })
})

it.each([
  [3, 10n],
  [300, 10n],
  [300, 2n ** 33n - 100n],
])('%i rows with repeated times have versions in their order, from %i on', (rows, first) => {
  const write = writeOf(7, first, (samples) => {
    for (let i = 0; i < rows; i += 1) samples.push(1, i % 3, i)
    samples.ascending = false
  })
  const { version, number } = decoded(write)
  expect(number).toEqual(Array.from({ length: rows }, (_, i) => i))
  expect(version).toEqual(Array.from({ length: rows }, (_, i) => first + BigInt(i)))
})

it('texts of any length are encoded, however their series are cut', () => {
  const texts = ['a', 'ø', '😀', '\ud800'].flatMap((sign) =>
    [1, 41, 42, 43, 63, 64, 127, 128, 6000].map((times) => sign.repeat(times)),
  )
  const write = writeOf(7, 0n, (samples) => {
    for (const [i, text] of texts.entries()) {
      samples.push(1, i, text)
      samples.push(2, i, i)
      samples.push(3, i, i % 2 ? text : i)
    }
  })
  const { text } = decoded(write)
  const stored = texts.map((text) => text.toWellFormed())
  const mixed = stored.map((text, i) => (i % 2 ? text : ''))
  expect(text).toEqual([...stored, ...stored.map(() => ''), ...mixed])
})

it('a growing sample buffer keeps its rows', () => {
  const write = writeOf(7, 0n, (samples) => {
    for (let i = 0; i < 1000; i++) samples.push(i, i * 1e12, i)
  })
  const { metric, time, number } = decoded(write)
  expect(metric).toEqual(Array.from({ length: 1000 }, (_, i) => i))
  expect(time).toEqual(Array.from({ length: 1000 }, (_, i) => BigInt(i * 1e12)))
  expect(number).toEqual(metric)
})

it('the estimated block size is close to the encoded size', () => {
  const write = writeOf(7, 0n, (samples) => {
    for (let i = 0; i < 1000; i++) samples.push(1, i, i % 2 ? i : 'text')
  })
  const size = encodeSamples([...atOnce(seriesRows([write]))]).length
  expect(Math.abs(encodedSize(write.samples) - size)).toBeLessThan(200)
})
