import { expect, test } from 'vitest'
import { faultText, fieldOf } from './fault-fields.ts'

const values = { stations: [], other: '' }

test('finds the field for a fault, by the parameter in its path', () => {
  expect(fieldOf(values, 'parameters.stations.96.id')).toBe('stations.96.id')
  expect(fieldOf(values, 'parameters.other')).toBe('other')
  expect(fieldOf(values, 'applicationId')).toBe('applicationId')
  expect(fieldOf(values, 'parameters.nobody')).toBeUndefined()
})

test('a fault without a field of its own names its row and column, or its line or place', () => {
  const errors = {
    'stations.96.id': 'Is no id.',
    'stations.96.height.max': 'Is high.',
    'stations.3': 'Lacks an id.',
    'stations.0.id': 'At its cell.',
    'stationsToo.1': 'Of another.',
  }
  expect(faultText(errors, 'stations', 'rows', (place) => place === 'stations.0.id')).toBe(
    'Row 97, id: Is no id. Row 97, height.max: Is high. Row 4: Lacks an id.',
  )
  expect(faultText({ tags: 'Few.', 'tags.3': 'Is long.' }, 'tags', 'lines')).toBe(
    'Few. Entry 4: Is long.',
  )
  expect(faultText({ 'other.a.0': 'Is a text.' }, 'other', 'json')).toBe('a/0: Is a text.')
  expect(faultText(errors, 'other', 'json')).toBeUndefined()
})

test('lists ten faults and counts the others', () => {
  const errors = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`rows.${i}`, 'Empty.']))
  expect(faultText(errors, 'rows', 'rows')).toMatch(/Row 10: Empty\. And 2 more\.$/)
})
