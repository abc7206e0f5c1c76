// Authenticated GET /v2/key: requests a second and CPU a request, in one run beside its peers. Every subject is
// up for the whole run; rounds alternate between them, so that what else the machine does falls on all alike.
import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'
import { Client } from 'pg'
import { startBeside } from '../beside.ts'
import { installed } from '../debian.ts'
import { median } from '../median.ts'
import { roundOrder } from '../round-order.ts'
import { startStores } from '../stores.ts'
import { type Subject, startSubject } from '../subject.ts'
import { load, type Measured } from '../wrk.ts'
import { nginxPackages, startNginx } from './nginx.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
const ALONE = process.env.BENCH_ONLY === 'sluice'
const CONNECTIONS = 64
const WARM_UP_REQUESTS = 200_000
const WARM_UP_SECONDS = 20

if (!(await installed('wrk', ['wrk']))) process.exit(1)
const stores = await startStores()
const beside = await startBeside('verify/subjects/sluice.ts', ({ url, clickhouseUrl }) => ({
  ...{ databaseUrl: url, clickhouseUrl },
  logLevel: 'warn',
}))
const subjects: Subject[] = []
try {
  await start()
  const rounds = await measure()
  report(rounds)
} finally {
  await Promise.all(
    subjects.filter((subject) => subject !== beside?.subject).map((subject) => subject.stop()),
  )
  await beside?.stop()
  await stores.stop()
}

async function start(): Promise<void> {
  const { url: databaseUrl, clickhouseUrl } = stores
  const sluice = await startSubject('Sluice', subjectFile('sluice.ts'), {
    ...{ databaseUrl, clickhouseUrl },
    logLevel: 'warn',
  })
  subjects.push(sluice)
  if (beside) subjects.push(beside.subject)
  if (ALONE) return
  const body = await (await fetch(sluice.url, { headers: { ...sluice.headers } })).json()
  subjects.push(await startSubject('Fastify, no guard', subjectFile('bare.ts'), { body }))
  subjects.push(
    await startSubject('Sluice, a log line a request', subjectFile('sluice.ts'), {
      ...{ databaseUrl, clickhouseUrl },
      logLevel: 'info',
    }),
  )
  if (await installed('nginx', nginxPackages)) {
    const nginx = await startNginx(stores.directory, sluice.headers['X-Api-Key'] ?? '', body)
    if (nginx) subjects.push(nginx)
    else console.error('nginx has no Lua module here: skipped.')
  }
  const other = await newDatabase('better_auth')
  subjects.push(
    await startSubject("Better Auth's API keys", subjectFile('better-auth.ts'), {
      databaseUrl: other,
      body,
    }),
  )
}

function subjectFile(name: string): URL {
  return new URL(`./subjects/${name}`, import.meta.url)
}

async function newDatabase(name: string): Promise<string> {
  const client = new Client({ connectionString: stores.url })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  const url = new URL(stores.url)
  url.pathname = `/${name}`
  return url.href
}

async function measure(): Promise<Map<Subject, Measured[]>> {
  const rounds = new Map<Subject, Measured[]>(subjects.map((subject) => [subject, []]))
  for (const subject of subjects) await warmUp(subject)
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const [subject, measured] of roundOrder(rounds, round)) {
      measured.push(await load({ ...subject, connections: CONNECTIONS, seconds: SECONDS }))
    }
    console.error(`round ${round} of ${ROUNDS}`)
  }
  return rounds
}

/**
 * Runs until the code is compiled as it will stay. That takes a number of requests, and a number of seconds
 * where requests are few.
 */
async function warmUp(subject: Subject): Promise<void> {
  const deadline = Date.now() + WARM_UP_SECONDS * 1000
  for (let served = 0; served < WARM_UP_REQUESTS && Date.now() < deadline; ) {
    const { perSecond } = await load({ ...subject, connections: CONNECTIONS, seconds: 2 })
    served += perSecond * 2
  }
}

function report(rounds: Map<Subject, Measured[]>): void {
  const [reference] = rounds.values()
  console.log(`${cpus()[0]?.model}, ${cpus().length} cores; Node ${process.version}`)
  console.log(execFileSync('uname', ['-sr']).toString())
  console.log('| subject | requests/s | CPU us a request | p50 ms | p99 ms | Sluice by this |')
  console.log('|---|---:|---:|---:|---:|---:|')
  for (const [{ name }, measured] of rounds) {
    const of = (figure: keyof Measured) => median(measured.map((round) => round[figure]))
    // Of the same round, so that a slow minute of the machine falls on both.
    const ratio = median(
      measured.map((round, i) => (reference?.[i]?.perSecond ?? Number.NaN) / round.perSecond),
    )
    console.log(
      `| ${name} | ${Math.round(of('perSecond')).toLocaleString('en')} | ${of('cpuMicros').toFixed(1)} ` +
        `| ${of('p50').toFixed(2)} | ${of('p99').toFixed(2)} | ${ratio.toFixed(2)} |`,
    )
  }
}
