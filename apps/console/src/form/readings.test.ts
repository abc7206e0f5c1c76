import { expect, test } from 'vitest'
import { jsonText, readJson } from './json.ts'
import { labelField, labelRow, labelRows, readLabels } from './labels.ts'
import { locationText, readLocation } from './location.ts'
import { makeFaults } from './reading.ts'

test('formats a location with latitude first, and parses it', () => {
  const { add, faults } = makeFaults()
  const point = { type: 'Point' as const, coordinates: [10.7461, 59.9127] as [number, number] }
  expect(locationText(point)).toBe('59.9127, 10.7461')
  expect(readLocation(locationText(point), add)).toEqual(point)
  expect(readLocation('  ', add)).toBeNull()
  const tiny = { type: 'Point' as const, coordinates: [1e-7, -2.5e-9] as [number, number] }
  expect(readLocation(locationText(tiny), add)).toEqual(tiny)
  expect(faults).toEqual([])
})

test.each(['59.9', 'north, east', '91, 0', '0, 181'])(
  'rejects the text “%s” as a location',
  (text) => {
    const { add, faults } = makeFaults()
    readLocation(text, add)
    expect(faults).toMatchObject([{ pointer: '/body/location' }])
  },
)

test('ignores empty label rows, and reports a repeated or missing name at its row', () => {
  const { add, faults } = makeFaults()
  const rows = labelRows({ line: 'north' })
  const more = [
    ...rows,
    ...labelRows({ '': '' }),
    ...labelRows({ line: 'x' }),
    ...labelRows({ '': 'y' }),
  ]
  readLabels(more, add)
  expect(faults.map(({ pointer }) => pointer)).toEqual(['/body/labels/2', '/body/labels/3'])
  expect(labelField(more, 'line')).toBe('labels.0')
  expect(labelField(more, '3')).toBe('labels.3')
})

test.each(['__proto__', 'constructor'])('a label may be named %s', (name) => {
  const { add, faults } = makeFaults()
  const labels = readLabels([labelRow(name, 'a')], add)
  expect(Object.entries(labels)).toEqual([[name, 'a']])
  readLabels([labelRow(name, 'a'), labelRow(name, 'b')], add)
  expect(faults).toMatchObject([{ pointer: '/body/labels/1' }])
})

test('a JSON field accepts only objects', () => {
  const { add, faults } = makeFaults()
  expect(readJson(jsonText({ serial: 'A1' }), 'attributes', add)).toEqual({ serial: 'A1' })
  expect(readJson('', 'attributes', add)).toBeUndefined()
  expect(faults).toEqual([])
  readJson('[1]', 'attributes', add)
  readJson('{serial}', 'attributes', add)
  expect(faults).toHaveLength(2)
})

test.each(['{"serial": 8931080019074208321}', '{"a": [-9007199254740993]}'])(
  'rejects an integer that would lose digits: %s',
  (text) => {
    const { add, faults } = makeFaults()
    readJson(text, 'attributes', add)
    expect(faults).toMatchObject([{ pointer: '/body/attributes' }])
  },
)

test('keeps large numbers that lose nothing, and digits in strings', () => {
  const { add, faults } = makeFaults()
  const value = { a: 8931080019074208000, b: 6.022e23, c: '8931080019074208321', d: '\\"1' }
  expect(readJson(jsonText(value), 'attributes', add)).toEqual(value)
  expect(faults).toEqual([])
})
