// Random writes, corrections, erasures and questions while processes are killed and stopped and clocks are set, each answer
// judged by a model. Ends with an error when anything acknowledged was lost, and when an answer was wrong or late.
import { findFaketime } from './cluster/skew.ts'
import { readOptions } from './options.ts'
import { type RunResult, runConsistency } from './run.ts'
import { unjudgedIn, type Verdict } from './world.ts'

const WORKERS = 6

const { minutes, seed, nodes, replicas, clocks } = readOptions(process.argv.slice(2))
const faketime = clocks ? await findFaketime() : undefined
console.log(`seed ${seed}, ${minutes} minutes${faketime ? '' : ', clocks left alone'}\n`)
for (const count of nodes) {
  const result = await runConsistency({
    ...{ nodes: count, replicas, seed, minutes, workers: WORKERS, faketime },
    ...{ settles: true, calmMs: 6000 },
    onFound: (report) => console.log(`${report}\n`),
  })
  print(count, result)
  if (result.found.length > 0) process.exitCode = 1
}

function print(count: number, { seconds, counts, strikes, refusals, found }: RunResult): void {
  const of = (verdict: Verdict) => found.filter((one) => one.verdict === verdict).length
  const figures = {
    ...{ nodes: count, replicas, seed, seconds: Math.round(seconds) },
    faults: counts.strikes,
    ...{ writes: counts.writes, samples: counts.samples, 'without answer': counts.unknown },
    ...{ erasures: counts.erasures, deletions: counts.deletions, questions: counts.questions },
    ...{ 'not judged': unjudgedIn(counts), refused: counts.refused },
    ...{ lost: of('lost'), wrong: of('wrong'), late: of('late'), failed: of('failed') },
  }
  const cells = Object.values(figures).map((figure) => figure.toLocaleString('en'))
  console.log(`| ${Object.keys(figures).join(' | ')} |\n|${cells.map(() => '---:|').join('')}`)
  console.log(`| ${cells.join(' | ')} |`)
  console.log(
    Object.entries(strikes)
      .map(([name, times]) => `${times} x ${name}`)
      .join(', '),
  )
  const { erasing, unanswered, pages } = counts.unjudged
  console.log(
    `not judged: ${erasing} x an erasure may be half done, ${unanswered} x too many calls without an answer, ${pages} x more pages than are read`,
  )
  console.log('questions that were not answered, and asked again:')
  for (const [reason, times] of [...refusals].sort(([, a], [, b]) => b - a)) {
    console.log(`  ${times.toLocaleString('en')} x ${reason}`)
  }
}
