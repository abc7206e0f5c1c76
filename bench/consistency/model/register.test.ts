import { expect, it } from 'vitest'
import type { Value } from './act.ts'
import { Register } from './register.ts'
import { actOf } from './testing.ts'

function registerOf(held: Value, ...maybes: Value[]): Register {
  const register = new Register()
  register.take({ act: actOf('acknowledged'), value: held })
  for (const value of maybes) register.take({ act: actOf('unknown'), value })
  return register
}

it('a value that two acts may have written does not tell which of them took effect', () => {
  expect(registerOf('a', 'b').pin('b').tookEffect).toBeDefined()
  expect(registerOf('a', 'b', 'b').pin('b').tookEffect).toBeUndefined()
})

it('zero and negative zero are two values', () => {
  expect([registerOf(0).allows(-0), registerOf(0, -0).allows(-0)]).toEqual([false, true])
})

it('an act may have taken effect and been overwritten with the value that was there before', () => {
  expect(registerOf('a', 'b').pin('a').didNothing).toHaveLength(1)
  expect(registerOf('a', 'b', 'a').pin('a').didNothing).toEqual([])
})

it('an act that took effect may have been overwritten by another one', () => {
  const register = registerOf('a')
  const [first, second] = [actOf('unknown'), actOf('unknown')]
  register.take({ act: first, value: 'b' })
  register.take({ act: second, value: 'c' })
  register.commit(first)
  expect(['a', 'b', 'c'].map((value) => register.allows(value))).toEqual([false, true, true])
})
