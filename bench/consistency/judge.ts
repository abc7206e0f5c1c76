import { setTimeout as pause } from 'node:timers/promises'
import { type Cells, type Difference, differenceOf } from './ask/cells.ts'
import { disorderOf } from './ask/pages.ts'
import type { Question } from './ask/question.ts'
import { pageOf } from './ask/tables.ts'
import { type Answer, mayBeRefused } from './call.ts'
import type { Node } from './cluster/node.ts'
import type { Dice } from './dice.ts'
import { noControl } from './model/control.ts'
import { statesOf } from './model/states.ts'
import { failureOf, reportOf } from './report.ts'
import { reportIfStuck } from './stuck.ts'
import { anyNode, type World } from './world.ts'

/** How long an answer may take to be given at all, and how long a wrong one is asked for again to tell late from wrong. */
const PATIENCE_MS = 40_000
const LATE_MS = 8000
const MOST_PAGES = 12

/** What became of a question: its cells where it was answered and right. */
export type Outcome = { readonly right: boolean; readonly cells: Cells | undefined }

interface Given {
  readonly node: Node
  readonly answers: readonly unknown[]
  readonly cells: Cells
  /** Whether its last page was reached. */
  readonly isWhole: boolean
}

/**
 * Asks, through another node than `not` where there is one, and judges the answer. What is not right is asked for again: it may have
 * been late. Reports what is found.
 */
export async function ask(
  world: World,
  dice: Dice,
  question: Question,
  not?: string,
): Promise<Outcome> {
  const given = await answered(world, dice, question, not)
  if (given === 'stuck') return { right: false, cells: undefined }
  if (!given) return { right: true, cells: undefined }
  world.counts.questions += 1
  const disorder = disorderOf(question.path, given.answers)
  if (disorder) {
    const finding = { question, difference: disorder, verdict: 'wrong', ...given } as const
    world.found('wrong', await reportOf(world, finding))
    return { right: false, cells: undefined }
  }
  // What lies beyond so many pages is not asked for.
  const first = given.isWhole ? judge(question, given) : 'unsure'
  if (first === 'unsure') {
    world.counts.passedOver += 1
    return { right: true, cells: undefined }
  }
  if (!first) return { right: true, cells: given.cells }
  const mayHaveChanged = question.things.some((thing) =>
    [...thing.unsureActs()].some(({ isOver }) => !isOver),
  )
  const again = await until(world, dice, question)
  if (again && mayHaveChanged) return { right: true, cells: again.cells }
  const verdict = again ? 'late' : isLoss(question, first) ? 'lost' : 'wrong'
  world.found(verdict, await reportOf(world, { question, difference: first, verdict, ...given }))
  return { right: false, cells: undefined }
}

function isLoss({ kind }: Question, { found, expected }: Difference): boolean {
  return kind.startsWith('raw') && found === undefined && expected !== undefined
}

/** The difference from what the nearest state allows; undefined where there is none. */
function judge(question: Question, { cells, answers }: Given): Difference | 'unsure' | undefined {
  const states = question.things.some(({ isErasing }) => isErasing)
    ? undefined
    : statesOf(question.things)
  if (!states) return 'unsure'
  let nearest: Difference | undefined
  for (const control of question.controls ?? [noControl]) {
    for (const choose of states) {
      const difference = differenceOf(cells, question.expected(choose, answers, control))
      if (!difference) return undefined
      nearest ??= difference
    }
  }
  return nearest
}

/** Asks again until it is right; undefined where it is not for long. */
async function until(world: World, dice: Dice, question: Question): Promise<Given | undefined> {
  const deadline = performance.now() + LATE_MS
  while (performance.now() < deadline) {
    await pause(400)
    const given = await answered(world, dice, question)
    if (given && given !== 'stuck' && !judge(question, given)) return given
  }
  return undefined
}

/** All pages of an answer, the next ones of any node; undefined where none was to be had. Reports what is stuck. */
async function answered(
  world: World,
  dice: Dice,
  question: Question,
  not?: string,
): Promise<Given | 'stuck' | undefined> {
  const began = world.now()
  const deadline = performance.now() + PATIENCE_MS
  let last = ''
  while (performance.now() < deadline) {
    const given = await attempt(world, dice, question, not)
    if (given === 'failed') return undefined
    if (!('refusal' in given)) return given
    last = given.refusal
    await pause(150)
  }
  return reportIfStuck(world, began, `${question.path}\n  ${last}`) ? 'stuck' : undefined
}

async function attempt(
  world: World,
  dice: Dice,
  question: Question,
  not?: string,
): Promise<Given | 'failed' | { readonly refusal: string }> {
  const answers: unknown[] = []
  const node = anyNode(world.cluster, dice, not)
  for (let cursor = ''; ; ) {
    const at = cursor === '' ? node : anyNode(world.cluster, dice)
    const path = cursor === '' ? question.path : `${question.path}&cursor=${cursor}`
    const answer = await world.call(at, 'GET', path)
    if (answer.status !== 200) {
      world.counts.refused += 1
      const reason = reasonOf(answer)
      world.refusals.set(reason, (world.refusals.get(reason) ?? 0) + 1)
      if (!mayBeRefused(answer)) {
        world.found('failed', failureOf(at, path, answer))
        return 'failed'
      }
      return { refusal: reason }
    }
    const { page, next } = pageOf(path, answer)
    answers.push(page)
    if (!next) break
    if (answers.length === MOST_PAGES) return { node, answers, cells: new Map(), isWhole: false }
    cursor = encodeURIComponent(next)
  }
  return { node, answers, cells: question.read(answers), isWhole: true }
}

/** What a call that was not answered says of itself: the code of the connection, or the detail of the problem. */
function reasonOf({ status, text }: Answer): string {
  if (status === 0) return text
  const [, detail = ''] = /"detail":"([^"]*)"/.exec(text) ?? []
  return `${status} ${detail}`
}
