import { isoOf, microsOfIso } from '@sluice/runtime'
import type { Difference } from './ask/cells.ts'
import type { Question } from './ask/question.ts'
import { allRaw } from './ask/questions.ts'
import { pageOf } from './ask/tables.ts'
import type { Answer } from './call.ts'
import type { Node } from './cluster/node.ts'
import type { Claim, Value } from './model/act.ts'
import type { Register } from './model/register.ts'
import type { Range } from './model/series.ts'
import { metricKeys, type Thing } from './model/thing.ts'
import type { Verdict, World } from './world.ts'

/** Samples, and events before the answer, that a report shows. */
const SAMPLES = 12
const EVENTS_MS = 30_000
/** Of a value: as many as a node's clock allows may be right. */
const LONGEST = 2000

interface Finding {
  readonly question: Question
  readonly difference: Difference
  readonly verdict: Verdict
  readonly node: Node
}

/** What was asked, answered and expected, what became of the samples concerned, and what struck meanwhile. */
export async function reportOf(
  world: World,
  { question, difference, verdict, node }: Finding,
): Promise<string> {
  const all = samplesOf(question, difference)
  const differing = await notAllowed(world, node, all)
  const concerned = (differing.length > 0 ? differing : all).slice(0, SAMPLES)
  const from = Math.min(
    world.now() - EVENTS_MS,
    ...concerned.map(({ last }) => last.act.began - 3000),
  )
  const events = world.events.filter(({ at }) => at >= from).slice(-20)
  return [
    `${verdict.toUpperCase()} at ${seconds(world.now())}: ${question.kind}, answered by ${node.name}`,
    `  question  ${decodeURIComponent(question.path)}`,
    `  where     ${difference.name}`,
    `  answer    ${shown(difference.found)}`,
    `  allowed   ${shown(difference.expected)}`,
    ...(await nowOf(world, question, difference)),
    differing.length > 0
      ? `  raw samples that differ, ${differing.length} of ${all.length}, those changed last first:`
      : '  raw samples on the first page are right; those concerned, those changed last first:',
    ...concerned.flatMap(({ thing, key, t, register }) => [
      `    ${thing.id} ${key} at ${isoOf(t)}`,
      ...register.past.map((claim) => `      ${lineOf(claim)}`),
    ]),
    `  what struck`,
    ...events.map(({ at, text }) => `    ${seconds(at)} ${text}`),
  ].join('\n')
}

/** What is told of a call that was refused and must not be, with what the node's log says of it. */
export function failureOf(node: Node, path: string, { status, text }: Answer): string {
  const [, requestId] = /"requestId":"([^"]+)"/.exec(text) ?? []
  const logged = requestId === undefined ? '' : node.logOf(requestId).slice(0, 3000)
  return `FAILED: ${node.name} answered ${status} to ${path}\n  ${text.slice(0, 500)}\n  ${logged}`
}

/** What each node says now. */
async function nowOf(world: World, question: Question, { name }: Difference): Promise<string[]> {
  return Promise.all(
    world.cluster.nodes.map(async (node) => {
      const answer = await world.call(node, 'GET', question.path)
      if (answer.status !== 200) return `  now       ${node.name}: ${answer.status || answer.text}`
      const cells = question.read([pageOf(question.path, answer).page])
      return `  now       ${node.name}: ${shown(cells.get(name))} (on its first page)`
    }),
  )
}

/** Those of some samples that a node answers, raw, as the model does not allow it. */
async function notAllowed(
  world: World,
  node: Node,
  all: readonly Concerned[],
): Promise<Concerned[]> {
  const found: Concerned[] = []
  for (const [thing, own] of Map.groupBy(all, (one) => one.thing)) {
    const times = own.map(({ t }) => t)
    const range = { from: Math.min(...times), to: Math.max(...times) + 1 }
    const question = allRaw(thing, range)
    const answer = await world.call(node, 'GET', question.path)
    if (answer.status !== 200) continue
    const page = JSON.parse(answer.text) as { nextCursor: string | null; timestamps: string[] }
    const cells = question.read([page])
    const end = page.nextCursor ? microsOfIso(page.timestamps.at(-1) ?? '') : range.to
    for (const one of own) {
      const value = cells.get(`${isoOf(one.t)} ${one.key}`) as Value | undefined
      const isAnswered = one.t < end && thing.metrics.some((key) => key === one.key)
      if (isAnswered && !one.register.allows(value)) found.push(one)
    }
  }
  return found
}

interface Concerned {
  readonly thing: Thing
  readonly key: string
  readonly t: number
  readonly register: Register
  readonly last: Claim
}

function samplesOf({ things, range, width }: Question, { name }: Difference): Concerned[] {
  const { from, to } = spanOf(name, width) ?? range ?? { from: -Infinity, to: Infinity }
  const [keys, named] = [
    metricKeys.filter((key) => new RegExp(`\\b${key}\\b`).test(name)),
    things.filter(({ id }) => name.split(' ').includes(id)),
  ]
  const found = (named.length > 0 ? named : things).flatMap((thing) =>
    (keys.length > 0 ? keys : metricKeys).flatMap((key) =>
      [...thing.series[key].registers].flatMap(([t, register]) => {
        const last = register.past.at(-1)
        return t >= from && t < to && last ? [{ thing, key, t, register, last }] : []
      }),
    ),
  )
  return found.sort((a, b) => b.last.act.began - a.last.act.began)
}

/** The time that a name begins with, and what follows until the next. */
function spanOf(name: string, width: number): Range | undefined {
  const [, time] = /^(\d{4}-\S+Z) /.exec(name) ?? []
  if (!time) return undefined
  const from = microsOfIso(time)
  return { from, to: from + width }
}

function lineOf({ value, act }: Claim): string {
  const what = value === undefined ? `${act.kind}d` : `= ${shown(value)}`
  const when = `${seconds(act.began)} to ${seconds(act.ended)}`
  return `${what}, call ${act.id} to ${act.node}, ${when}: ${act.outcome} (${act.answer})${act.isOver ? '' : ', may still take effect'}`
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  return Object.is(value, -0) ? '-0' : JSON.stringify(value).slice(0, LONGEST)
}

function seconds(millis: number): string {
  return `${(millis / 1000).toFixed(2)}s`
}
