import { isDeepStrictEqual } from 'node:util'
import { isoOf } from '@sluice/runtime'
import { type Cells, type Difference, differenceOf, differencesOf } from './ask/cells.ts'
import type { Question, Shown } from './ask/question.ts'
import type { Value } from './model/act.ts'
import { type Control, noControl } from './model/control.ts'
import type { Register } from './model/register.ts'
import type { Choose } from './model/series.ts'
import { statesOf } from './model/states.ts'

/** Why an answer is not judged. */
export type Unjudged = 'erasing' | 'unanswered' | 'pages'

/** What is wrong with an answer. */
export interface Fault {
  readonly difference: Difference
  /** Whether calls under way explain all of it: they may show in part while they take effect. */
  readonly isExplained: boolean
}

/** An answer, all of its pages. */
export interface Answered {
  readonly answers: readonly unknown[]
  readonly cells: Cells
}

interface Possible {
  readonly controls: readonly Control[]
  readonly states: readonly Choose[]
  /** Registers that the answer depends on and that may hold one of several values. */
  readonly unsure: ReadonlySet<Register>
}

/** Compares an answer with every state that the registers it depends on may be in; undefined where one allows it. */
export function judge(question: Question, answered: Answered): Fault | Unjudged | undefined {
  const controls = question.controls ?? [noControl]
  const allows = (choose: Choose) =>
    controls.some((control) => {
      const expected = question.expected(choose, answered.answers, control)
      return !differenceOf(answered.cells, expected)
    })
  const unsure = new Set<Register>()
  const isHeld = allows((register) => {
    if (register.isUnsure) unsure.add(register)
    return register.value
  })
  if (isHeld) return undefined
  const isErasing = [...unsure].some(({ maybes }) =>
    maybes.some(({ act }) => question.things.some(({ erasing }) => erasing.has(act))),
  )
  const together = isErasing ? undefined : statesOf(unsure)
  const states = together ?? (question.shows && [asShown(question.shows, answered.cells)])
  if (!states) return isErasing ? 'erasing' : 'unanswered'
  if (states.some(allows)) return undefined
  return faultOf(question, answered, { controls, states, unsure })
}

/** Takes each sample by itself: what the answer shows of it where that is allowed, and otherwise what is held. */
function asShown({ thing, keys }: Shown, cells: Cells): Choose {
  const shown = new Map<Register, Value | undefined>()
  for (const key of keys) {
    const { unsure, registers } = thing.series[key]
    for (const t of unsure) {
      const register = registers.get(t)
      const value = cells.get(`${isoOf(t)} ${key}`) as Value | undefined
      if (register?.allows(value)) shown.set(register, value)
    }
  }
  return (register) => (shown.has(register) ? shown.get(register) : register.value)
}

function faultOf(question: Question, answered: Answered, possible: Possible): Fault {
  const { answers, cells } = answered
  const [nearest] = possible.controls
    .flatMap((control) =>
      possible.states.map((choose) => {
        const expected = question.expected(choose, answers, control)
        return { control, differences: [...differencesOf(cells, expected)] }
      }),
    )
    .sort((one, other) => one.differences.length - other.differences.length)
  const { control = noControl, differences = [] } = nearest ?? {}
  const changing = changingCells(possible.unsure, (choose) =>
    question.expected(choose, answers, control),
  )
  const unexplained =
    differences.find(({ name }) => !changing.has(name)) ??
    (question.shows && impossible(question.shows, question, answered))
  const [first] = differences
  const difference = unexplained ?? first
  if (!difference) throw new Error('An answer that no state allows differs from each.')
  return { difference, isExplained: !unexplained }
}

/** A raw sample that none of its calls wrote. */
function impossible(shown: Shown, question: Question, { answers, cells }: Answered) {
  return differenceOf(cells, question.expected(asShown(shown, cells), answers, noControl))
}

/** The names of what calls under way may change. */
function changingCells(
  unsure: ReadonlySet<Register>,
  expected: (choose: Choose) => Cells,
): Set<string> {
  const pending = [...unsure].flatMap(({ maybes }) => maybes.filter(({ act }) => !act.isOver))
  const before = expected((register) => register.value)
  const names = new Set<string>()
  for (const act of new Set(pending.map((maybe) => maybe.act))) {
    const after = expected((register) => {
      const claim = register.maybes.findLast((maybe) => maybe.act === act)
      return claim ? claim.value : register.value
    })
    for (const name of [...before.keys(), ...after.keys()]) {
      if (!isDeepStrictEqual(before.get(name), after.get(name))) names.add(name)
    }
  }
  return names
}
