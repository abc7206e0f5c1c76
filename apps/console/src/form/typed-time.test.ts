import { limitRequestDraft } from '@sluice/contract'
import { expect, test } from 'vitest'
import { emptyRequest, toDraft } from '#limits/requests/draft.ts'
import { NO_TIME, typedTime } from './typed-time.ts'

const field = (value: string, badInput = false) => ({ value, validity: { badInput } })

test('a wall clock becomes a time in UTC', () => {
  expect(typedTime(field('2026-03-01T14:05'), 'Europe/Oslo')).toBe('2026-03-01T13:05:00.000Z')
})

test('only an empty field has no time', () => {
  expect(typedTime(field(''), 'UTC')).toBe('')
})

test.each([
  ['an incomplete time', field('', true)],
  ['a year of six digits', field('202611-03-01T14:05')],
  ['a day that does not exist', field('2026-02-30T14:05')],
])('%s is refused, not taken for no end', (_, input) => {
  const until = typedTime(input, 'UTC')
  expect(until).toBe(NO_TIME)
  const draft = toDraft({ ...emptyRequest, standard: 1, reason: 'more trucks', until })
  expect(limitRequestDraft.safeParse(draft).error?.issues).toMatchObject([{ path: ['until'] }])
})
