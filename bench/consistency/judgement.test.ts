import { isoOf } from '@sluice/runtime'
import { expect, it } from 'vitest'
import type { Question } from './ask/question.ts'
import { allRaw } from './ask/questions.ts'
import { judge } from './judgement.ts'
import { learn } from './learn.ts'
import type { Act } from './model/act.ts'
import { actOf } from './model/testing.ts'
import { type Frame, Thing } from './model/thing.ts'

type Values = Frame['values']

const [T, LATER] = [1_700_000_000_000_000, 1_700_000_060_000_000]
const pending = () => actOf('unknown', { isOver: false })

/** A thing with samples of two times, and whatever is written to the first. */
function thingWith(...writes: [act: Act, values: Values][]): Thing {
  const thing = new Thing('t')
  thing.write(actOf('acknowledged'), [
    { t: T, values: { level: 0, door: false } },
    { t: LATER, values: { level: 0.5 } },
  ])
  for (const [act, values] of writes) thing.write(act, [{ t: T, values }])
  return thing
}

/** Judges an answer that shows samples of the first time, and the second one of `level`. */
function judged(question: Question, values: Values) {
  const cells = [...Object.entries(values)].map(
    ([key, value]) => [`${isoOf(T)} ${key}`, value] as const,
  )
  const all = new Map([...cells, [`${isoOf(LATER)} level`, 0.5] as const])
  return judge(question, { answers: [], cells: all })
}

/** A question of which nothing but its cells is known. */
const asked = ({ shows: _, ...question }: Question): Question => question

const fourOthers = () => [1, 2, 3, 4].map((level): [Act, Values] => [actOf('unknown'), { level }])

it('raw samples are judged one by one where the states of all would be too many', () => {
  const thing = thingWith(...fourOthers())
  expect(judged(asked(allRaw(thing)), { level: 3, door: false })).toBe('unanswered')
  expect(judged(allRaw(thing), { level: 3, door: false })).toBeUndefined()
  expect(judged(allRaw(thing), { level: 5, door: false })).toMatchObject({ isExplained: false })
  expect(judged(allRaw(thing), { door: false })).toMatchObject({
    difference: { found: undefined, expected: 0 },
  })
})

it('what is learned from raw samples makes other answers certain', () => {
  const thing = thingWith(...fourOthers())
  const { shows } = allRaw(thing)
  const cells = new Map([[`${isoOf(T)} level`, 3] as const])
  if (shows) learn([thing], shows, cells)
  const question = asked(allRaw(thing))
  expect(judged(question, { level: 3, door: false })).toBeUndefined()
  expect(judged(question, { level: 4, door: false })).toMatchObject({ isExplained: false })
})

it('only what the question is about must be certain', () => {
  const thing = thingWith(...fourOthers())
  const question = asked(allRaw(thing, { from: T + 1, to: LATER + 1 }))
  const cells = new Map([[`${isoOf(LATER)} level`, 0.6]])
  expect(judge(question, { answers: [], cells })).toMatchObject({ isExplained: false })
})

it('a late answer is excused only for what a call under way changes', () => {
  const thing = thingWith([pending(), { level: 1 }])
  thing.write(actOf('acknowledged'), [{ t: T, values: { door: true } }])
  const question = asked(allRaw(thing))
  expect(judged(question, { level: 0, door: true })).toBeUndefined()
  expect(judged(question, { level: 1, door: true })).toBeUndefined()
  expect(judged(question, { level: 7, door: true })).toMatchObject({ isExplained: true })
  expect(judged(question, { level: 1, door: false })).toMatchObject({
    ...{ isExplained: false, difference: { found: false, expected: true } },
  })
})

it('a raw sample that no call wrote is not excused', () => {
  const thing = thingWith([pending(), { level: 1 }])
  expect(judged(allRaw(thing), { level: 7, door: false })).toMatchObject({ isExplained: false })
})

it('a call that shows in part is excused while it is under way, not after', () => {
  for (const isOver of [false, true]) {
    const thing = thingWith([actOf('unknown', { isOver }), { level: 1, door: true }])
    const part = judged(allRaw(thing), { level: 1, door: false })
    expect(part).toMatchObject({ isExplained: !isOver })
  }
})

it('of an erasure that may be half done raw samples are judged, and nothing else', () => {
  const thing = thingWith()
  const act = actOf('unknown', { kind: 'erase', isOver: false })
  thing.erase(act, ['level'], { from: T, to: LATER + 1 })
  thing.erasing.add(act)
  thing.write(actOf('acknowledged'), [{ t: T + 1, values: { level: 9 } }])
  const half = new Map<string, number | boolean>([
    [`${isoOf(T)} door`, false],
    [`${isoOf(LATER)} level`, 0.5],
  ])
  expect(judge(asked(allRaw(thing)), { answers: [], cells: half })).toBe('erasing')
  // What was written since may be erased, too, if the erasure was late.
  expect(judge(allRaw(thing), { answers: [], cells: half })).toBeUndefined()
  half.delete(`${isoOf(T)} door`)
  expect(judge(allRaw(thing), { answers: [], cells: half })).toMatchObject({
    ...{ isExplained: false, difference: { found: undefined, expected: false } },
  })
})
