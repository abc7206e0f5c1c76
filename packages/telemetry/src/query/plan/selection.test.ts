import { describe, expect, it } from 'vitest'
import { Faults } from '../../decode/faults.ts'
import { metricOf, thingOf } from '../../testing/things.ts'
import { readMetrics, readSelection } from './selection.ts'
import { subjectOf } from './subject.ts'

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

describe('readMetrics', () => {
  it('accepts no aggregates', () => {
    const faults = new Faults()
    expect(readMetrics('wind:max', subjectOf('station-1', station), faults)).toEqual([])
    expect(faults.list()[0]?.detail).toMatch('"wind:max" is not a metric')
  })
})
