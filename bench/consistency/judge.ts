import { setTimeout as pause } from 'node:timers/promises'
import type { Cells, Difference } from './ask/cells.ts'
import { disorderOf } from './ask/pages.ts'
import type { Question } from './ask/question.ts'
import { pageOf } from './ask/tables.ts'
import { type Answer, mayBeRefused } from './call.ts'
import type { Node } from './cluster/node.ts'
import type { Dice } from './dice.ts'
import { type Answered, judge, type Unjudged } from './judgement.ts'
import { failureOf, reportOf } from './report.ts'
import { reportIfStuck } from './stuck.ts'
import { anyNode, type World } from './world.ts'

/** How long an answer may take to be given at all, and how long a wrong one is asked for again to tell late from wrong. */
const PATIENCE_MS = 40_000
const LATE_MS = 8000
const MOST_PAGES = 12

/** What became of a question: its cells where it was answered and right, or why it was not judged. */
export interface Outcome {
  readonly right: boolean
  readonly cells: Cells | undefined
  readonly unjudged?: Unjudged
}

interface Given extends Answered {
  readonly node: Node
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
  const fault = given.isWhole ? judge(question, given) : 'pages'
  if (typeof fault === 'string') {
    world.counts.unjudged[fault] += 1
    return { right: true, cells: undefined, unjudged: fault }
  }
  if (!fault) return { right: true, cells: given.cells }
  const { difference, isExplained } = fault
  const again = await until(world, dice, question)
  if (again && isExplained) return { right: true, cells: again.cells }
  const verdict = again ? 'late' : isLoss(question, difference) ? 'lost' : 'wrong'
  world.found(verdict, await reportOf(world, { question, difference, verdict, ...given }))
  return { right: false, cells: undefined }
}

function isLoss({ kind }: Question, { found, expected }: Difference): boolean {
  return kind.startsWith('raw') && found === undefined && expected !== undefined
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
