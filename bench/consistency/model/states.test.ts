import { expect, it } from 'vitest'
import type { Value } from './act.ts'
import { Register } from './register.ts'
import { statesOf } from './states.ts'
import { actOf } from './testing.ts'

/** What they may hold. */
function valuesOf(...registers: Register[]): (Value | undefined)[][] | undefined {
  const states = statesOf(registers)?.map((choose) => registers.map(choose))
  return states && [...new Map(states.map((values) => [JSON.stringify(values), values])).values()]
}

it('tries without an answer do not matter once one was acknowledged', () => {
  const register = new Register()
  const tries = Array.from({ length: 4 }, () => actOf('unknown', { isOver: false }))
  for (const act of tries) register.take({ act, value: 'a' })
  expect(valuesOf(register)).toBeUndefined()
  register.take({ act: actOf('acknowledged'), value: 'a' })
  expect(statesOf([register])).toHaveLength(1)
  for (const act of tries) act.isOver = true
  register.take({ act: actOf('unknown'), value: 'b' })
  expect(valuesOf(register)).toEqual([['a'], ['b']])
})

it('a try that is under way may overwrite what was acknowledged since', () => {
  const late = new Register()
  late.take({ act: actOf('unknown', { isOver: false }), value: 'a' })
  late.take({ act: actOf('acknowledged'), value: 'a' })
  late.take({ act: actOf('acknowledged'), value: 'b' })
  expect(valuesOf(late)).toEqual([['b'], ['a']])
})

it('only acts of the given registers count', () => {
  const others = Array.from({ length: 4 }, () => new Register())
  for (const other of others) other.take({ act: actOf('unknown'), value: 1 })
  expect(statesOf(others)).toBeUndefined()
  expect(valuesOf(...others.slice(0, 1))).toEqual([[undefined], [1]])
})
