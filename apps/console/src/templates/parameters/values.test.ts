import { type TemplateParameter, templateDraft } from '@sluice/contract'
import { expect, test } from 'vitest'
import { fieldKindOf } from './field-kind.ts'
import { pastedRows } from './pasted.ts'
import { newRow, type Row } from './rows.ts'
import { formValues, parametersOf } from './values.ts'

const items = {
  type: 'object',
  properties: { id: { type: 'string' }, height: { type: 'number' } },
  required: ['id'],
}
const { parameters } = templateDraft.parse({
  name: 'x',
  parameters: [
    { name: 'depot', type: 'string', default: 'oslo' },
    { name: 'zone', type: 'string', schema: { enum: ['a', 'b'] } },
    { name: 'trucks', type: 'integer', schema: { minimum: 1 } },
    { name: 'open', type: 'boolean' },
    { name: 'stations', type: 'array', default: [{ id: 's1' }], schema: { items } },
    { name: 'tags', type: 'array', schema: { items: { type: 'string' } } },
    { name: 'other', type: 'object' },
    { name: 'nested', type: 'array', schema: { items: { properties: { a: {} } } } },
  ],
  resources: [{ kind: 'site', id: 'x' }],
})

test('chooses a field for each parameter by its schema', () => {
  expect(parameters.map((parameter) => fieldKindOf(parameter).field)).toEqual([
    ...['text', 'choice', 'number', 'boolean', 'rows', 'lines', 'json', 'json'],
  ])
})

test('a form starts with the defaults and returns the entered values', () => {
  const values = formValues(parameters)
  expect(parametersOf(parameters, values).given).toEqual({
    ...{ depot: 'oslo', open: false, stations: [{ id: 's1' }], tags: [] },
  })
  const given = { depot: 'bergen', trucks: 3, tags: ['a', 'b'], other: { a: [1] } }
  const again = parametersOf(parameters, formValues(parameters, given))
  expect(again).toMatchObject({ given, faults: [] })
})

test('a parameter and a column may be named like a member that every object inherits', () => {
  const items = { type: 'object', properties: { valueOf: { type: 'string' } } }
  const { parameters: named } = templateDraft.parse({
    name: 'x',
    parameters: [
      { name: 'constructor', type: 'string', default: 'oslo' },
      { name: 'list', type: 'array', default: [{}], schema: { items } },
    ],
    resources: [{ kind: 'site', id: 'x' }],
  })
  expect(parametersOf(named, formValues(named)).given).toEqual({ constructor: 'oslo', list: [{}] })
})

test('a checkbox that was never touched in a new row is false, and an empty text is left out', () => {
  const row = { id: { type: 'string' }, heated: { type: 'boolean' } }
  const [list] = templateDraft.parse({
    name: 'x',
    parameters: [
      {
        ...{ name: 'rooms', type: 'array' },
        schema: { items: { type: 'object', properties: row, required: ['id', 'heated'] } },
      },
    ],
    resources: [{ kind: 'site', id: 'x' }],
  }).parameters
  const kind = list && fieldKindOf(list)
  const rooms = [newRow(0, kind?.field === 'rows' ? kind.columns : [])]
  expect(parametersOf(list ? [list] : [], { rooms }).given).toEqual({ rooms: [{ heated: false }] })
})

test('members that a template no longer allows are not returned', () => {
  const items = { type: 'object', properties: { id: { type: 'string' } } }
  const given = { rooms: [{ id: 'a', floor: 1 }] }
  const again = (schema: object) => {
    const rooms = { name: 'rooms', type: 'array', description: '', schema: { items: schema } }
    const list = [rooms as unknown as TemplateParameter]
    return parametersOf(list, formValues(list, given), given).given
  }
  expect(again(items)).toEqual(given)
  expect(again({ ...items, additionalProperties: false })).toEqual({ rooms: [{ id: 'a' }] })
})

test('what an application was given is returned unless it was edited', () => {
  const items = {
    type: 'object',
    properties: { id: { type: 'string' }, heated: { type: 'boolean' }, open: { type: 'boolean' } },
    required: ['id', 'open'],
  }
  const { parameters: both } = templateDraft.parse({
    name: 'x',
    parameters: [
      { name: 'rooms', type: 'array', schema: { items } },
      { name: 'tags', type: 'array', schema: { items: { type: 'string' } } },
      { name: 'note', type: 'string' },
    ],
    resources: [{ kind: 'site', id: 'x' }],
  })
  const given = {
    rooms: [{ id: '', open: true, floor: { number: 1 } }, { id: 'b' }],
    tags: [' a', ''],
    note: '',
  }
  const values = formValues(both, given)
  const again = (edited: object) => parametersOf(both, { ...values, ...edited }, given).given
  const [first, second] = given.rooms
  expect(again({})).toEqual({ ...given, rooms: [first, { ...second, open: false }] })
  const rows = (values.rooms as Row[]).map((row) => ({
    ...row,
    cells: { ...row.cells, id: row.key === 0 ? 'a' : '', heated: row.key === 0 },
  }))
  expect(again({ rooms: rows, tags: ' a\nb' })).toEqual({
    ...{ tags: ['a', 'b'], note: '' },
    rooms: [{ ...first, id: 'a', heated: true }, { open: false }],
  })
})

test('reports invalid JSON at its field', () => {
  const { faults } = parametersOf(parameters, { ...formValues(parameters), other: '{' })
  expect(faults).toEqual([{ pointer: '/body/parameters/other', detail: 'must be JSON' }])
})

test('reports JSON that would lose digits at its field', () => {
  const other = '{"serial": 8931080019074208321}'
  const { faults } = parametersOf(parameters, { ...formValues(parameters), other })
  expect(faults).toMatchObject([{ pointer: '/body/parameters/other' }])
})

test('a text that was cleared is sent as empty, because its default would replace it', () => {
  const { given } = parametersOf(parameters, { ...formValues(parameters), depot: '', zone: '' })
  expect(given).toMatchObject({ depot: '' })
  expect(given).not.toHaveProperty('zone')
})

test('pasted cells that do not fit their columns are kept and reported', () => {
  const properties = { height: { type: 'number' }, heated: { type: 'boolean' } }
  const [list] = templateDraft.parse({
    name: 'x',
    parameters: [
      { name: 'rooms', type: 'array', schema: { items: { type: 'object', properties } } },
    ],
    resources: [{ kind: 'site', id: 'x' }],
  }).parameters
  const kind = list && fieldKindOf(list)
  const text = '1,YES\n2,no\n8931080019074208321,\nhigh,maybe'
  const { rows: rooms } = pastedRows(text, kind?.field === 'rows' ? kind.columns : [])
  expect(rooms.map(({ cells }) => Object.values(cells))).toEqual([
    ...[
      [1, true],
      [2, false],
      ['8931080019074208321', false],
    ],
    ['high', 'maybe'],
  ])
  expect(parametersOf(list ? [list] : [], { rooms }).faults).toEqual([
    ...[{ pointer: '/body/parameters/rooms/2/height', detail: expect.stringContaining('exactly') }],
    { pointer: '/body/parameters/rooms/3/height', detail: 'must be a number, not “high”' },
    { pointer: '/body/parameters/rooms/3/heated', detail: 'must be yes or no, not “maybe”' },
  ])
})

test('parses rows pasted from a spreadsheet, with or without column names', () => {
  const kind = fieldKindOf(parameters[4] as (typeof parameters)[number])
  const columns = kind.field === 'rows' ? kind.columns : []
  const cells = (text: string) => pastedRows(text, columns).rows.map((row) => row.cells)
  expect(cells('a\t10\nb\t\n')).toEqual([
    { id: 'a', height: 10 },
    { id: 'b', height: '' },
  ])
  expect(cells('height,id\r\nhigh,a')).toEqual([{ id: 'a', height: 'high' }])
  expect(cells('Id;Height;\na;10;')).toEqual([{ id: 'a', height: 10 }])
})

test('finds a pasted row with more cells than columns, but for empty ones', () => {
  const columns = [{ name: 'name', type: 'text', isRequired: true } as const]
  const surplus = (text: string) => pastedRows(text, columns).surplus
  expect(surplus('name\nBergen\nOslo, Norway')).toEqual({ line: 3, columns: 1 })
  expect(surplus('Bergen\t\t\nOslo\t')).toBeUndefined()
  const more = [...columns, { name: 'address', type: 'text', isRequired: false } as const]
  expect(pastedRows('name\nOslo, Norway', more).surplus).toEqual({ line: 2, columns: 1 })
  expect(pastedRows('Name,name\na,b', more).rows).toHaveLength(2)
  expect(pastedRows(';;\nOslo;Norway', more).rows).toHaveLength(1)
})
