// Queries after TSBS's "cpu-only", over HTTP, that nobody asked before: random hosts, metrics and windows, by a seed. One caller,
// then eight, first while nothing else happens and then while samples come in. The contestants are asked in turn, so that what
// else the machine does falls on all alike.
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDatabases } from '../databases.ts'
import { installed } from '../debian.ts'
import type { Subject } from '../subject.ts'
import { type AskedTimes, classes } from './classes.ts'
import { compareCallers, compareClasses, compareUncached } from './compare.ts'
import { type Addresses, type Contestant, contestantsAt, sluiceContestant } from './contestants.ts'
import { DAY_MS, HOSTS, hostDay, METRICS, ROWS, STEP_MS } from './data.ts'
import { Feed, headAfter, OTHERS } from './feed.ts'
import { startFeed } from './load.ts'
import { checkAnswers, Model } from './model.ts'
import { compareFirsts } from './restarts.ts'
import { send } from './send.ts'

const SEED = Number(process.env.BENCH_SEED ?? 1)
/** Only the classes whose name holds it. */
const NAMED = process.env.BENCH_NAMED ?? ''
/** What serves is merged and quiet by then, and Sluice has the newest days in memory. */
const QUIET_MS = 30_000
/** How long the feed runs before the queries. */
const FED_MS = 10_000
/** How often all of them are started again, for the first questions. */
const RESTARTS = Number(process.env.BENCH_RESTARTS ?? 8)
const HAS_LOAD = process.env.BENCH_LOAD !== '0'

if (!(await installed('wrk', ['wrk']))) process.exit(1)
const databases = await startDatabases({
  ...{ things: HOSTS + OTHERS, inFleet: HOSTS, metrics: METRICS },
})
const { beside } = databases
let serving: Pick<typeof databases, 'sluice' | 'victoria' | 'influx'> = databases
/** Of the day, which ended half a day ago, so that what is fed is not in the future, and shares a UTC day with it. */
const start = Math.floor((Date.now() - 1.5 * DAY_MS) / STEP_MS) * STEP_MS
/** Of two earlier days that nobody asks for before, so that they are in no cache of samples. */
const earlier = [start - 20 * DAY_MS, start - 10 * DAY_MS] as const
const contestants = contestantsAt(addressesOf(serving))
const asked = classes.filter(({ name }) => name.includes(NAMED))
try {
  for (const contestant of contestants) await load(contestant)
  await sleep(QUIET_MS)
  console.log('\nNothing is written:\n')
  const quiet = { contestants, seed: SEED, times: () => timesAfter(0) }
  await compareClasses(asked, quiet)
  if (classes[0]) await compareCallers(classes[0], quiet)
  // Not before: it asks Sluice alone, and would warm it alone.
  await check(0)
  const seconds = HAS_LOAD ? await underLoad() : 0
  await compareFirsts({
    ...{ classes: asked, seed: SEED, asked: timesAfter(seconds), restarts: RESTARTS },
    restart: async () => (serving = await databases.restart()),
  })
  await check(seconds)
  await compareUncached(asked, {
    ...{ contestants: contestantsAt(addressesOf(serving)), seed: SEED, days: earlier },
  })
  console.log(`\n${cpus()[0]?.model}, ${cpus().length} cores; Node ${process.version}`)
} finally {
  await databases.stop()
}

async function load(contestant: Contestant): Promise<void> {
  const began = performance.now()
  for (const day of [...earlier, start]) {
    for (let host = 0; host < HOSTS; host += 1) {
      for (const one of contestant.write(hostDay(SEED, host, day))) await send(one)
    }
  }
  const seconds = (performance.now() - began) / 1000
  const samples = (3 * HOSTS * ROWS * METRICS.length).toLocaleString('en')
  console.log(`${contestant.name}: ${samples} samples in ${seconds.toFixed(1)} s`)
}

/** Answers how many seconds of the feed were sent. */
async function underLoad(): Promise<number> {
  console.log(
    '\nWhile 100,000 samples a second are written, late ones and corrections among them:\n',
  )
  const feed = startFeed({ addresses: addressesOf(serving), seed: SEED, start })
  await sleep(FED_MS)
  const loaded = { contestants, seed: SEED + 4, times: () => timesAfter(feed.seconds()) }
  await compareClasses(asked, loaded)
  if (classes[0]) await compareCallers(classes[0], loaded)
  const { sent, taken } = await feed.stop()
  console.log(`\nThe contestants took ${taken.toFixed(0)} s for ${sent} s of samples.`)
  await check(sent)
  return sent
}

/** Compares Sluice's answers with what was written: the first day and so many seconds of the feed. */
async function check(seconds: number): Promise<void> {
  const model = new Model(start, seconds)
  for (let host = 0; host < HOSTS; host += 1) model.put(hostDay(SEED, host, start))
  const feed = new Feed(SEED, start)
  for (let second = 0; second < seconds; second += 1) {
    for (const piece of feed.next().pieces) model.put(piece)
  }
  const { sluice } = serving
  const times = timesAfter(seconds)
  const compared = await checkAnswers(sluiceContestant(sluice), model, SEED, times)
  console.log(`\n${compared} values compared with the samples: none differs.`)
}

function timesAfter(seconds: number): AskedTimes {
  return { start, head: headAfter(start, seconds) }
}

function addressesOf({ sluice, victoria, influx }: typeof serving): Addresses {
  // They are sent to a thread that feeds.
  const subject = ({ name, url, headers, pid }: Subject) => ({ name, url, headers, pid })
  return {
    sluice: subject(sluice),
    victoria: victoria && { port: victoria.port, pid: victoria.pid },
    influx: influx && { port: influx.port, pid: influx.pid },
    ...(beside && { beside: subject(beside.subject) }),
  }
}
