import { describe, expect, test } from 'vitest'
import { MOST_VALUES } from '#series/most-values.ts'
import { readQuestion } from './question.ts'
import {
  columnsOf,
  drawnQuery,
  isCrowd,
  legendQuestion,
  mostLines,
  namesAsked,
  pointsOf,
  seriesPath,
  shownInterval,
  spreadQuery,
  statesQuery,
  takesWhere,
  wholeQuery,
} from './series-query.ts'

const ask = (query: string) => readQuestion(new URLSearchParams(query))
const drawn = (query: string, more = {}) => ({
  ...{ question: ask(query), found: ask(query).things, lines: 1, zone: 'UTC' },
  ...{ points: 600, ...more },
})

test('a URL without parameters asks for averages of the last day', () => {
  expect(ask('')).toEqual({
    ...{ things: [], filters: {}, groupBy: 'thing', metrics: [], from: 'now-24h', to: 'now' },
    ...{ interval: 'auto', aggregate: 'avg', isLive: false, isCompared: false, view: 'chart' },
  })
})

test('replaces invalid values in the URL by defaults', () => {
  const { things, interval, aggregate, groupBy } = ask(
    'things=a,,a,b&interval=x&aggregate=mode&by=x',
  )
  expect({ things, interval, aggregate, groupBy }).toEqual({
    ...{ things: ['a', 'b'], interval: 'auto', aggregate: 'avg', groupBy: 'thing' },
  })
  expect(ask(`things=${Array.from({ length: 20 }, (_, i) => i)}`).things).toHaveLength(8)
  expect(ask('label=%3Dred&fleet=north').filters).toEqual({ fleetId: 'north' })
})

test('has a condition only for the samples of single things', () => {
  const where = 'where=cargo>8,door%3Dtrue'
  expect(ask(`things=a&interval=samples&${where}`).where).toBe('cargo>8,door=true')
  expect(ask(`things=a&interval=1h&${where}`).where).toBeUndefined()
  expect(ask(`fleet=a&by=none&interval=samples&${where}`).where).toBeUndefined()
  expect(ask('things=a&interval=samples&where=').where).toBeUndefined()
  // The averages of a crowd are of all samples.
  expect(takesWhere(ask('fleet=a&interval=samples'), 8)).toBe(true)
  expect(takesWhere(ask('fleet=a&interval=samples'), 9)).toBe(false)
})

test('goes live only if the range ends now', () => {
  expect(ask('live=1').isLive).toBe(true)
  expect(ask('live=1&to=2026-01-01T00:00:00Z').isLive).toBe(false)
})

test('treats many filtered things as a crowd, but not named or grouped ones', () => {
  expect(isCrowd(ask('fleet=north'), 40, 8)).toBe(true)
  expect(isCrowd(ask('fleet=north'), 8, 8)).toBe(false)
  expect(isCrowd(ask('fleet=north&by=none'), 40, 8)).toBe(false)
  expect(isCrowd(ask('fleet=north&things=a'), 40, 8)).toBe(false)
})

describe('the query of a series', () => {
  test('names the things, or uses the filters if none is named', () => {
    expect(drawnQuery(drawn('things=a,b&fleet=north'), ['wind'])).toMatchObject({
      ...{ ids: 'a,b', groupBy: 'thing', from: '-24h', to: 'now' },
    })
    const filtered = drawnQuery(drawn('fleet=north&label=line%3Dred&by=site'), ['wind'])
    expect(filtered).toMatchObject({ fleetId: 'north', label: 'line=red', groupBy: 'site' })
    expect(filtered).not.toHaveProperty('ids')
  })

  test("includes the legend's columns for averages only", () => {
    expect(drawnQuery(drawn('things=a'), ['wind'])).toMatchObject({
      ...{ metrics: 'wind:avg,wind:min,wind:max,wind:count', interval: 'auto', maxPoints: 600 },
    })
    expect(
      drawnQuery(drawn('things=a&aggregate=max', { zone: 'Europe/Oslo' }), ['wind', 'rain']),
    ).toMatchObject({
      ...{ metrics: 'wind,rain', timezone: 'Europe/Oslo' },
    })
  })

  test("has as many points as fit the chart's width", () => {
    expect([200, 390, 960, 5000].map(pointsOf)).toEqual([150, 150, 600, 1200])
  })

  test('widens the chosen interval if it gives more points than can be shown', () => {
    expect(shownInterval(ask('interval=1m&from=now-24h'), 600, 4)).toBe('1m')
    expect(shownInterval(ask('interval=1s&from=now-24h'), 600, 4)).toBe('auto')
    expect(shownInterval(ask('interval=1s&from=2026-01-01T00:00:00Z'), 600, 4)).toBe('auto')
    expect(shownInterval(ask('interval=samples&from=now-365d'), 600, 4)).toBe('samples')
    // With 64 columns, a response holds 3,906 times.
    expect(shownInterval(ask('interval=10s&from=now-10h'), 1200, 64)).toBe('10s')
    expect(shownInterval(ask('interval=10s&from=now-12h'), 1200, 64)).toBe('auto')
  })

  test("downsamples samples for a chart, within the API's limit", () => {
    const samples = drawn('things=a&interval=samples')
    expect(drawnQuery(samples, ['wind'])).toMatchObject({ downsample: 'lttb', maxPoints: 1200 })
    expect(drawnQuery({ ...samples, lines: 8 }, ['wind', 'rain'])).toMatchObject({ maxPoints: 976 })
  })

  test('of samples names the condition, everywhere but for the legend', () => {
    const own = drawn('things=a&interval=samples&where=cargo>8')
    const where = 'cargo>8'
    expect(drawnQuery(own, ['wind'])).toMatchObject({ where, downsample: 'lttb' })
    expect(wholeQuery(own, ['wind'])).toMatchObject({ where })
    const legend = legendQuestion(own.question)
    expect(drawnQuery({ ...own, question: legend }, ['wind'])).not.toHaveProperty('where')
    expect(drawnQuery(drawn('things=a&interval=samples'), ['wind'])).not.toHaveProperty('where')
  })

  test('of states has the newest samples if there is a condition', () => {
    const filtered = drawn('things=a&interval=samples&where=cargo>8')
    const query = statesQuery(filtered, ['mode'])
    expect(query).toMatchObject({ where: 'cargo>8', order: 'desc', limit: 10_000 })
    expect(query).not.toHaveProperty('interval')
    expect(statesQuery(drawn('things=a&interval=samples'), ['mode'])).toMatchObject({
      ...{ interval: 'auto', aggregate: 'last' },
    })
  })

  test.each([
    ['averages by thing', 'things=a,b&from=now-12h&interval=10s', 1000, 12],
    ['the largest by site', 'fleet=a&by=site&aggregate=max&from=now-30d', 5000, 30],
    ['averages by a label', 'fleet=a&by=label:rack&from=now-7d&interval=1m', 5000, 3],
    ['averages together', 'fleet=a&by=none&from=now-12h&interval=10s', 50_000, 40],
  ])('of %s asks for no more values than one call returns', (_, url, things, count) => {
    const question = ask(url)
    const metrics = Array.from({ length: count }, (_, i) => `m${i}`)
    const lines = mostLines(question, things)
    const {
      limit = 0,
      maxPoints = 0,
      interval,
    } = drawnQuery(drawn(url, { lines, points: 1200 }), metrics)
    const columns = columnsOf(question, lines, count)
    expect(Number(limit) * columns).toBeLessThanOrEqual(MOST_VALUES)
    // Everything fits, so no chart ends early.
    expect(interval).toBe('auto')
    expect(maxPoints).toBeLessThanOrEqual(Number(limit))
  })

  test('aggregates things taken together even if samples are chosen', () => {
    expect(drawnQuery(drawn('fleet=a&by=none&interval=samples'), ['wind'])).toMatchObject({
      ...{ interval: 'auto', groupBy: 'none' },
    })
  })

  test('for a legend equals that of a chart of averages', () => {
    const own = drawn('things=a&from=now-7d')
    const legend = { ...own, question: legendQuestion(own.question) }
    expect(drawnQuery(legend, ['wind'])).toEqual(drawnQuery(own, ['wind']))
    const samples = legendQuestion(ask('things=a&interval=samples&aggregate=max'))
    expect(samples).toMatchObject({ interval: 'auto', aggregate: 'avg' })
  })

  test('for a crowd averages each thing, as long as one response holds them', () => {
    const crowd = ask('fleet=north&by=none')
    expect(spreadQuery(crowd, 500, ['wind', 'rain'])).toMatchObject({
      ...{ fleetId: 'north', groupBy: 'thing', metrics: 'wind:avg,rain:avg' },
    })
    expect(spreadQuery(crowd, 501, ['wind', 'rain'])).toBeUndefined()
  })

  test.each([
    ['things=a', ['wind', 'door', 'weather:last']],
    ['things=a&interval=samples', ['wind', 'door', 'weather']],
    ['fleet=a&by=none&interval=samples', ['wind', 'door', 'weather:last']],
  ])('for an export asks for the last text of each bucket: %s', (params, names) => {
    const metrics = [
      { key: 'wind', valueKind: 'number' as const },
      { key: 'door', valueKind: 'boolean' as const },
      { key: 'weather', valueKind: 'text' as const },
    ]
    expect(namesAsked(ask(params), metrics)).toEqual(names)
  })

  test('is available as a path for the command line', () => {
    const asked = drawn('things=a,b&from=now-7d&interval=1h&aggregate=max')
    expect(seriesPath(asked, ['wind', 'rain'])).toBe(
      '/v2/things/timeseries?ids=a,b&groupBy=thing&from=-7d&to=now&metrics=wind,rain&interval=1h&aggregate=max',
    )
  })

  test('as a path can be quoted by a shell', () => {
    const asked = drawn("things=a&interval=samples&where=name%3Do'clock")
    expect(seriesPath(asked, ['wind'])).toMatch(/&metrics=wind&where=name%3Do%27clock$/)
  })
})
