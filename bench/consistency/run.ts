import { callerOf } from './call.ts'
import { openCluster } from './cluster/open.ts'
import { diceOf } from './dice.ts'
import { anyEnvironment, type Strikes, strike } from './faults.ts'
import type { Act } from './model/act.ts'
import { Worker } from './worker.ts'
import { type Counts, noCounts, unjudgedIn, type Verdict, type World } from './world.ts'

/** With more faults than this there is nothing new to learn. */
const MOST_FOUND = 20

export interface RunOptions {
  readonly nodes: number
  /** Of the engine. */
  readonly replicas: number
  readonly seed: number
  /** How long faults strike at most, once everything is prepared. */
  readonly minutes: number
  /** How many judged questions and faults end a run sooner. Then faults wait for their share of questions. */
  readonly enough?: { readonly judged: number; readonly strikes: number }
  /** Whether to wait in the end until nothing is unknown, which takes minutes after an erasure without an answer. */
  readonly settles: boolean
  /** Milliseconds between faults, at most. */
  readonly calmMs: number
  readonly workers: number
  /** Where libfaketime is; clocks are left alone without it. */
  readonly faketime: string | undefined
  /** Called with each fault as it is found. */
  readonly onFound?: (report: string) => void
}

export interface RunResult {
  readonly seconds: number
  readonly counts: Counts
  /** Questions that were judged while faults struck. */
  readonly judged: number
  readonly strikes: Strikes
  readonly refusals: World['refusals']
  readonly found: readonly { readonly verdict: Verdict; readonly report: string }[]
}

/** Lets workers write and ask while faults strike, and then asks for everything. */
export async function runConsistency(options: RunOptions): Promise<RunResult> {
  const { seed, minutes, enough, workers: count, settles, onFound } = options
  const dice = diceOf(seed)
  const environment = () => anyEnvironment(dice)
  const cluster = await openCluster({ ...options, environment, dice: diceOf(seed + 1) })
  const began = performance.now()
  const found: { verdict: Verdict; report: string }[] = []
  let [acts, bursts, isHung] = [0, 0, false]
  let preparedAt = Number.POSITIVE_INFINITY
  const now = () => performance.now() - began
  const counts = noCounts()
  const judged = () => counts.questions - unjudgedIn(counts)
  const isEnough = () =>
    enough !== undefined && judged() >= enough.judged && counts.strikes >= enough.strikes
  const isOver = () => now() - preparedAt > minutes * 60_000 || found.length >= MOST_FOUND
  const world: World = {
    ...{ cluster, call: callerOf(cluster.key), events: [], counts, now },
    refusals: new Map(),
    calmSince: 0,
    isEnding: () => isHung || isEnough() || isOver(),
    mayStrike: () => !enough || judged() / enough.judged >= counts.strikes / enough.strikes,
    nextBurst: () => ++bursts,
    begin(kind, { name: node }, burst) {
      const id = ++acts
      const act: Act = {
        ...{ id, kind, node, began: now(), burst: burst ?? -id, ended: Number.NaN },
        ...{ outcome: 'unknown', answer: 'under way', isOver: false },
      }
      return act
    },
    found(verdict, report) {
      found.push({ verdict, report })
      onFound?.(report)
    },
  }
  // Without a node that hangs nothing would ever end.
  const hung = Promise.withResolvers<never>()
  hung.promise.catch(() => {})
  for (const node of cluster.nodes) {
    node.onCrash = (what, log) => world.found('failed', `CRASHED: ${node.name} ${what}\n${log}`)
    node.onHang = (what, log) => {
      isHung = true
      world.found('failed', `HANGS: ${node.name} ${what}\n${log}`)
      hung.reject(new Error(`${node.name} ${what}\n${log}`))
    }
  }
  const workers = Array.from(
    { length: count },
    (_, i) => new Worker(world, diceOf(seed * 1000 + i), i),
  )
  try {
    await Promise.all(workers.map((worker) => worker.prepare()))
    preparedAt = now()
    const striking = strike(world, dice, options.calmMs)
    const turning = workers.map(async (worker) => {
      while (!world.isEnding()) await worker.turn()
    })
    // A worker that fails ends the run at once.
    const [strikes] = await Promise.race([hung.promise, Promise.all([striking, ...turning])])
    const judgedMeanwhile = judged()
    const ending = Promise.all(workers.map((worker) => worker.end(settles)))
    await Promise.race([hung.promise, ending])
    const { refusals } = world
    return { seconds: now() / 1000, counts, judged: judgedMeanwhile, strikes, refusals, found }
  } finally {
    await cluster.close()
  }
}
