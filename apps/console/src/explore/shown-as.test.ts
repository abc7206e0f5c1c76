import { expect, test } from 'vitest'
import { shownAs } from './shown-as.ts'
import { shownText } from './shown-text.ts'

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
    const shown = shownAs(metric, { aggregate, interval, groupBy: 'thing' })
    expect(shown).toMatchObject({ unit, isOnOff })
  },
)

test.each([
  ['avg', '1h', 'thing', '123,500'],
  ['max', '1h', 'thing', '123,457'],
  ['avg', 'samples', 'thing', '123,457'],
  // Samples of several things together are aggregated all the same.
  ['avg', 'samples', 'none', '123,500'],
] as const)(
  'only computed values lose digits: %s by %s per %s',
  (aggregate, interval, groupBy, text) => {
    const shown = shownAs({ unit: null, valueKind: 'number' }, { aggregate, interval, groupBy })
    expect(shownText(shown, 123_456.78)).toBe(text)
  },
)
