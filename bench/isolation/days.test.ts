import { expect, it } from 'vitest'
import { DAYS, dayOf } from './days.ts'

it('no day is asked for twice within an hour of calls', () => {
  const asked = Array.from({ length: 8 * DAYS }, (_, i) => dayOf(i).from)
  expect(new Set(asked).size).toBe(asked.length)
})
