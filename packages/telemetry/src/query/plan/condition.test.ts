import { expect, it } from 'vitest'
import { Faults } from '../../decode/faults.ts'
import { metricOf } from '../../testing/things.ts'
import { holds, readConditions } from './condition.ts'

const metrics = [
  metricOf('temperature', 'number', 1),
  metricOf('steps', 'integer', 2),
  metricOf('door', 'boolean', 3),
  metricOf('state', 'string', 4),
  metricOf('mode', 'string', 5, { enumValues: ['auto', 'manual'] }),
  metricOf('a.b-c_d', 'number', 6),
]

function read(where: string) {
  const faults = new Faults()
  const find = (key: string) => metrics.find((metric) => metric.key === key)
  const found = readConditions(where, find, faults)
  const conditions = found.map(({ metric, operator, value }) => [metric.key, operator, value])
  return faults.count > 0 ? faults.list() : conditions
}

it.each([
  ['temperature>90', [['temperature', '>', 90]]],
  ['temperature>=-1.5e2', [['temperature', '>=', -150]]],
  ['steps!=0', [['steps', '!=', 0]]],
  ['a.b-c_d<=.5', [['a.b-c_d', '<=', 0.5]]],
  [
    ' temperature < 3 , door = true ',
    [
      ['temperature', '<', 3],
      ['door', '=', true],
    ],
  ],
  ['door!=false', [['door', '!=', false]]],
  ['state=idle', [['state', '=', 'idle']]],
  ['state=', [['state', '=', '']]],
  ['state= a b ', [['state', '=', 'a b']]],
  ['state=" a " ', [['state', '=', ' a ']]],
  ['state=a b>c', [['state', '=', 'a b>c']]],
  [
    'state="a, \\"b\\"",steps=1',
    [
      ['state', '=', 'a, "b"'],
      ['steps', '=', 1],
    ],
  ],
  ['mode!=auto', [['mode', '!=', 'auto']]],
])('reads %s', (where, conditions) => {
  expect(read(where)).toEqual(conditions)
})

const FORM =
  'must be like temperature>90 or door=true,state!=idle; a text with a comma is in double quotes'

it.each([
  ['', FORM],
  ['temperature', FORM],
  ['temperature>90,', FORM],
  [',temperature>90', FORM],
  ['state="a', FORM],
  ['state="a"b', FORM],
  ['state="\\x"', FORM],
  ['temperature=>90', 'temperature is a number and cannot be compared with ">90"'],
  ['temperature>', 'temperature is a number and cannot be compared with ""'],
  ['temperature>warm', 'temperature is a number and cannot be compared with "warm"'],
  ['temperature<1e999', 'temperature is a number and cannot be compared with "1e999"'],
  ['temperature=0x10', 'temperature is a number and cannot be compared with "0x10"'],
  ['door>false', 'door is a boolean, which only = and != compare'],
  ['door=1', 'door is a boolean and cannot be compared with "1"'],
  ['state<b', 'state is a string, which only = and != compare'],
  ['mode=off', 'mode is never "off"; it is one of auto, manual'],
  [Array(6).fill('steps>1').join(), 'must have at most 5 conditions, not 6'],
])('refuses %s', (where, detail) => {
  expect(read(where)).toEqual([{ pointer: '/query/where', detail }])
})

it.each([
  `state=${' '.repeat(8000)}"`,
  `state="${'\\"'.repeat(4000)}`,
  `state=${'\\'.repeat(8000)}"`,
  'a'.repeat(8000),
])('refuses a long text', (where) => {
  expect(read(where)).toEqual([{ pointer: '/query/where', detail: FORM }])
})

it('compares a text with what was sent as a number before the metric became one', () => {
  const [state] = metrics.slice(3)
  const condition = { metric: state ?? metricOf('state', 'string', 4), operator: '=' } as const
  expect(holds({ ...condition, value: '0.1' }, 0.1, '')).toBe(true)
  expect(holds({ ...condition, value: '0.10' }, 0.1, '')).toBe(false)
  expect(holds({ ...condition, value: 'idle' }, Number.NaN, 'idle')).toBe(true)
})
