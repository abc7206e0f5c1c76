import { expect, it } from 'vitest'
import type { Act, Value } from './act.ts'
import { Register } from './register.ts'

let made = 0
const actOf = (outcome: Act['outcome']): Act => {
  made += 1
  return {
    ...{ id: made, kind: 'write', node: 'n', began: 0, burst: -made, ended: 0 },
    ...{ outcome, answer: '', isOver: true },
  }
}

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
