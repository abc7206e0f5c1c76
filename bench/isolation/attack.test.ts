import { expect, it } from 'vitest'
import { quietOf } from './attack.ts'

it('a bystander that is refused while idle measures nothing', () => {
  const wait = { at: 0, ms: 2 }
  expect(quietOf([wait]).longest).toBe(2)
  expect(() => quietOf([wait, { ...wait, fault: '503' }])).toThrow('1 of 2 calls')
})
