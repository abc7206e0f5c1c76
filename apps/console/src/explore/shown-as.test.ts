import { expect, test } from 'vitest'
import { shownAs } from './shown-as.ts'

const degrees = { unit: 'Cel', valueKind: 'number' } as const
const door = { unit: null, valueKind: 'boolean' } as const

test.each([
  [degrees, 'avg', '1h', 'Cel', false],
  [degrees, 'count', '1h', null, false],
  [degrees, 'rate', 'auto', 'Cel/s', false],
  [door, 'rate', '1h', '1/s', false],
  [door, 'avg', '1h', null, true],
  [door, 'sum', '1h', null, false],
  [door, 'sum', 'samples', null, true],
] as const)(
  'for the metric %j, %s by %s has the unit %s and is shown as on or off: %s',
  (metric, aggregate, interval, unit, isOnOff) => {
    expect(shownAs(metric, { aggregate, interval })).toEqual({ unit, isOnOff })
  },
)
