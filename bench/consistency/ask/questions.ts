import type { Dice } from '../dice.ts'
import type { Range } from '../model/series.ts'
import type { Thing } from '../model/thing.ts'
import { HOUR } from './choices.ts'
import { buckets, eachOf, grouped, ofPlace, rolled, together } from './kinds/intervals.ts'
import { conditional, raw, rawOf, rawOfEach, thinned } from './kinds/raw.ts'
import {
  recentOf,
  recentOfPlace,
  recentOfSeveral,
  summary,
  summaryOfPlace,
  summaryOfSeveral,
} from './kinds/summaries.ts'
import type { Askable, Kind, Question } from './question.ts'

/** A question of a random kind about random samples; undefined where there is nothing to ask about yet. */
export function questionOf(askable: Askable, dice: Dice): Question | undefined {
  const thing = dice.of(askable.things)
  if (!thing?.span) return undefined
  const kind = dice.of(kinds)
  return kind(askable, thing, dice)
}

/** A question whose answer depends on control data; about any thing where none has samples. */
export function placeQuestionOf(askable: Askable, dice: Dice): Question {
  const things = askable.things.filter(({ span }) => span)
  const thing = dice.of(things.length > 0 ? things : askable.things)
  const kind = dice.of([
    ...[ofPlace, ofPlace, grouped, buckets],
    ...[summary, summaryOfSeveral, summaryOfPlace, recentOfPlace],
  ])
  return kind(askable, thing, dice)
}

/** All raw samples of a thing, or those of a range, with which what is not known is settled. */
export function allRaw(thing: Thing, range?: Range): Question {
  const whole = { from: (thing.span?.from ?? 0) - HOUR, to: (thing.span?.to ?? 0) + HOUR }
  return rawOf(thing, thing.metrics, range ?? whole, {
    order: 'asc',
    limit: 10_000,
    format: 'json',
  })
}

const kinds: readonly Kind[] = [
  ...[
    raw,
    raw,
    raw,
    conditional,
    rawOfEach,
    buckets,
    buckets,
    buckets,
    rolled,
    rolled,
    rolled,
    together,
    eachOf,
    ofPlace,
    grouped,
  ],
  ...[summary, summaryOfSeveral, summaryOfPlace],
  ...([recentOf, recentOfSeveral, recentOfPlace, thinned] satisfies Kind[]),
]
