import { expect, it } from 'vitest'
import { diceOf } from '../../dice.ts'
import { noControl } from '../../model/control.ts'
import { Thing } from '../../model/thing.ts'
import { differenceOf } from '../cells.ts'
import { buckets } from './intervals.ts'

const act = {
  ...({ id: 1, kind: 'write', node: 'n', began: 0, burst: 0, ended: 0 } as const),
  ...({ outcome: 'acknowledged', answer: '200', isOver: true } as const),
}

/** A question as JSON with a fixed or a chosen interval. */
function questionBy(interval: RegExp) {
  const thing = new Thing('t')
  const start = Date.UTC(2026, 0, 1) * 1000
  const frames = Array.from({ length: 50 }, (_, i) => ({
    t: start + i * 20e6,
    values: { level: i },
  }))
  thing.write(act, frames)
  const askable = { things: [thing], siteIds: [], fleetIds: [], controls: [noControl] }
  for (let seed = 1; ; seed += 1) {
    const question = buckets(askable, thing, diceOf(seed))
    if (question.path.includes('format=json') && interval.test(question.path)) return question
  }
}

it.each([/interval=1h&.*timezone=UTC/, /interval=auto&.*timezone=UTC/])(
  'an answer has the width that was asked for, or the narrowest that fits: %s',
  (interval) => {
    const question = questionBy(interval)
    const expected = question.expected(({ value }) => value, [], noControl)
    const page = { interval: expected.get('interval'), timezone: 'UTC', timestamps: [], values: {} }
    const nameOf = (answer: object) => differenceOf(question.read([answer]), expected)?.name
    expect(nameOf({ ...page, interval: '2w' })).toBe('interval')
    expect(nameOf({ ...page, timezone: 'Europe/Oslo' })).toBe('timezone')
    expect(nameOf(page)).toMatch(/ row$/)
  },
)
