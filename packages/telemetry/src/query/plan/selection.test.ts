import { describe, expect, it } from 'vitest'
import { Faults } from '../../decode/faults.ts'
import type { Metric } from '../../measured-thing.ts'
import { metricOf, thingOf } from '../../testing/things.ts'
import { columnsOf, ownMetrics, readMetrics, readSelection } from './selection.ts'
import { type Subject, subjectOf } from './subject.ts'

const station = thingOf([metricOf('wind', 'number', 1), metricOf('wind.max', 'number', 2)])
const wide = thingOf(Array.from({ length: 101 }, (_, i) => metricOf(`m${i}`, 'number', i)))

function select(list: string | undefined, thing = station) {
  const faults = new Faults()
  const columns = readSelection(list, subjectOf('station-1', thing), faults)
  return { names: columns.map(({ name }) => name), columns, details: faults.list() }
}

describe('readSelection', () => {
  it('selects every metric when none is named', () => {
    expect(select(undefined).names).toEqual(['wind', 'wind.max'])
  })

  it('keeps the requested order and removes duplicates', () => {
    expect(select('wind.max,wind,wind').names).toEqual(['wind.max', 'wind'])
  })

  it('reads aggregates', () => {
    const { names, columns } = select('wind:max,wind,wind:min')
    expect(names).toEqual(['wind:max', 'wind', 'wind:min'])
    expect(columns.map(({ aggregate }) => aggregate)).toEqual(['max', undefined, 'min'])
  })

  it.each(['rain', '', 'wind,', ' wind', 'wind:p51', 'wind:', 'wind:max:min', ':max'])(
    'reports what is wrong with %j',
    (list) => {
      const { details } = select(list)
      expect(details).toHaveLength(1)
      expect(details[0]?.pointer).toBe('/query/metrics')
    },
  )

  it('lists the existing metrics when one is unknown', () => {
    expect(select('rain').details[0]?.detail).toBe(
      '"rain" is not a metric of this thing; known metrics: wind, wind.max',
    )
    expect(select('x', wide).details[0]?.detail).toMatch(/m18, m19, …$/)
    expect(select('x', thingOf([])).details[0]?.detail).toMatch(/known metrics: none$/)
  })

  it('says if there is no thing at all', () => {
    const faults = new Faults()
    const nothing = { ...subjectOf('a', thingOf([])), members: [], name: 'the selected things' }
    readSelection('wind', nothing, faults)
    expect(faults.list()[0]?.detail).toBe(
      '"wind" is not a metric of the selected things; there is no thing that this caller may read',
    )
  })

  it('rejects more than 100 metrics', () => {
    expect(select(undefined, wide).details[0]?.detail).toBe(
      'must name at most 100 metrics, not 101',
    )
  })
})

describe('columnsOf', () => {
  const lists = [
    [metricOf('state', 'number', 1), metricOf('wind', 'number', 2)],
    [metricOf('state', 'string', 1), metricOf('wind', 'number', 2)],
  ]

  function placeOf(types: readonly Metric[][]): Subject {
    const members = types.map((metrics, i) => ({ id: `t${i}`, number: i + 1, metrics }))
    const metrics = [metricOf('state', 'number', 1), metricOf('wind', 'number', 2)]
    return { organization: 1, members, metrics, timezone: 'UTC', name: 'these things' }
  }

  it('answers samples as text if the metric is a string to any of the things together', () => {
    const place = placeOf(lists)
    const names = 'state,state:last,state:avg,wind:last'
    const selected = readSelection(names, place, new Faults())
    const types = columnsOf(selected, place, false).map(({ metric }) => metric.valueType)
    expect(types).toEqual(['string', 'string', 'number', 'number'])
    expect(columnsOf(selected, placeOf(lists.slice(0, 1)), false)[0]?.metric.valueType).toBe(
      'number',
    )
  })

  it('reads the lists of all types once, however many columns there are', () => {
    let reads = 0
    const place = placeOf(lists.map((list) => list.map((one) => watched(one, () => (reads += 1)))))
    const selected = readSelection(
      'state:first,state:last,wind:first,wind:last,wind',
      place,
      new Faults(),
    )
    columnsOf(selected, place, false)
    expect(reads).toBe(8)
  })
})

/** Calls `onRead` for each read of a property. */
function watched(metric: Metric, onRead: () => void): Metric {
  return new Proxy(metric, {
    get(...asked) {
      onRead()
      return Reflect.get(...asked)
    },
  })
}

describe('ownMetrics', () => {
  const numbers = Array.from({ length: 20 }, (_, i) => i)
  const types = numbers.map((type) => numbers.map((i) => metricOf(`m${type}-${i}`, 'number', i)))

  it("takes a thing's own definitions, in the order in which they are wanted", () => {
    const own = [metricOf('a', 'number', 1), metricOf('b', 'string', 2), metricOf('c', 'number', 3)]
    const wanted = ['c', 'x', 'b'].map((key) => metricOf(key, 'number', 9))
    expect(ownMetrics(own, wanted)).toEqual([own[2], own[1]])
    expect(ownMetrics(own, [...wanted, ...(types[0] ?? [])])).toEqual([own[1], own[2]])
  })

  it('does not look for all keys of a place in each of its types', () => {
    let reads = 0
    const all = types.flat().map((metric) => watched(metric, () => (reads += 1)))
    for (const own of types) expect(ownMetrics(own, all)).toEqual(own)
    expect(reads).toBe(all.length)
  })
})

describe('readMetrics', () => {
  it('accepts no aggregates', () => {
    const faults = new Faults()
    expect(readMetrics('wind:max', subjectOf('station-1', station), faults)).toEqual([])
    expect(faults.list()[0]?.detail).toMatch('"wind:max" is not a metric')
  })
})
