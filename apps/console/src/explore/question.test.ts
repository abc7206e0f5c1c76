import { describe, expect, test } from 'vitest'
import { hasBand, readQuestion, seriesPath, seriesQuery } from './question.ts'

const ask = (query: string) => readQuestion(new URLSearchParams(query))

test('a URL without parameters selects averages of the last day', () => {
  expect(ask('')).toEqual({
    ...{ things: [], metrics: [], from: '-24h', to: 'now' },
    ...{ interval: 'auto', aggregate: 'avg', isLive: false },
  })
})

test('invalid values in the URL are replaced by defaults', () => {
  const { things, interval, aggregate } = ask('things=a,,a,b&interval=x&aggregate=mode')
  expect({ things, interval, aggregate }).toEqual({
    ...{ things: ['a', 'b'], interval: 'auto', aggregate: 'avg' },
  })
  expect(ask(`things=${Array.from({ length: 20 }, (_, i) => i)}`).things).toHaveLength(8)
})

test('only a range that ends now can be live', () => {
  expect(ask('live=1').isLive).toBe(true)
  expect(ask('live=1&to=2026-01-01T00:00:00Z').isLive).toBe(false)
})

describe('the query of a series', () => {
  test('requests minimum and maximum for one thing, but averages only for several', () => {
    expect(hasBand(ask('things=a'))).toBe(true)
    expect(seriesQuery(ask('things=a'), ['wind'], 'UTC', true)).toMatchObject({
      ...{ metrics: 'wind:avg,wind:min,wind:max', interval: 'auto', maxPoints: 500 },
    })
    const many = seriesQuery(ask('things=a,b'), ['wind', 'rain'], 'Europe/Oslo', true)
    expect(many).toMatchObject({ metrics: 'wind,rain', timezone: 'Europe/Oslo' })
  })

  test('of samples is downsampled for a chart but not for a file', () => {
    const question = ask('things=a&interval=samples')
    expect(seriesQuery(question, ['wind'], 'UTC', true)).toMatchObject({ downsample: 'lttb' })
    expect(seriesQuery(question, ['wind'], 'UTC', false)).not.toHaveProperty('downsample')
  })

  test('is shown as a path for the command line', () => {
    const question = ask('things=a&from=2026-01-01T00:00:00Z&to=now&interval=1h&aggregate=max')
    expect(seriesPath(question, 'a b', ['wind', 'rain'], 'UTC')).toBe(
      '/v2/thing/a%20b/timeseries?from=2026-01-01T00:00:00Z&to=now&metrics=wind,rain&interval=1h&aggregate=max',
    )
  })
})
