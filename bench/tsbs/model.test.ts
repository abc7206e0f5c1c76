import { expect, it } from 'vitest'
import type { Question } from './classes.ts'
import { HOSTS } from './data.ts'
import { compareAnswer } from './model.ts'

const HOUR = 3_600_000
const metrics = ['usage_user']
const question = {
  ...{ metrics, host: undefined, aggregate: 'avg', bucket: 3600, from: 0, to: 2 * HOUR },
} satisfies Question
const last = { ...question, aggregate: 'last' } satisfies Question
const model = {
  values: (): [number, number][] => [
    [0, 1],
    [HOUR, 2],
  ],
  last: (): [number, number] => [HOUR, 3],
}
const hosts = Array.from({ length: HOSTS }, (_, host) => `station-${host}`)
const timestamps = [0, HOUR].map((time) => new Date(time).toISOString())

function answerOf(ids: readonly string[], times = timestamps): string {
  const byThing = Object.fromEntries(ids.map((id) => [id, { usage_user: [1, 2] }]))
  return JSON.stringify({ timestamps: times, values: null, byThing })
}

it('an answer has every host, with the values at their times', () => {
  expect(compareAnswer('it', answerOf(hosts), model, question)).toBe(2 * HOSTS)
  expect(() => compareAnswer('it', answerOf(hosts.slice(1)), model, question)).toThrow('hosts')
  const late = answerOf(hosts, [timestamps[0] ?? '', new Date(HOUR + 1).toISOString()])
  expect(() => compareAnswer('it', late, model, question)).toThrow('row 1')
})

it('a latest value has its time', () => {
  const recent = { timestamp: timestamps[0], value: 3 }
  const byThing = Object.fromEntries(hosts.map((id) => [id, { usage_user: recent }]))
  expect(() => compareAnswer('it', JSON.stringify({ byThing }), model, last)).toThrow('row 0')
})
