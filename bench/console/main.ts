// How long pages of the console take that show much, in a browser, with the whole product on one machine. Beside each
// the same page with nothing to show: what it asks, computes and draws is the difference.
import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'
import { randomOf } from '@sluice/contract/testing'
import { type Browser, chromium } from 'playwright'
import { type Product, startProduct } from '../../e2e/product.ts'
import { installed } from '../debian.ts'
import { median } from '../median.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)
const THINGS = Number(process.env.BENCH_THINGS ?? 50_000)
const MILLION = 1_000_000
const [SECOND, DAY] = [1_000, 86_400_000]
const MONTH = 30 * DAY
/** Of a batch of things, and of samples a call. */
const [BATCH, CALL] = [250, 100_000]

interface Shown {
  readonly name: string
  /** Each visit another range, so that no answer is remembered. */
  readonly path: () => string
  /** In the page: whether it is drawn. */
  readonly isThere: string
}

const executablePath = process.env.SLUICE_BROWSER ?? '/usr/bin/chromium'
if (!(await installed('chromium', ['chromium']))) process.exit(1)
const random = randomOf(Number(process.env.BENCH_SEED ?? 1))
const end = Math.floor(Date.now() / DAY) * DAY
const { product, stop } = await startProduct()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  await load(product)
  console.log(`${cpus()[0]?.model}, ${cpus().length} cores; Node ${process.version}`)
  console.log(`${execFileSync('uname', ['-sr'])}Chromium ${browser.version()}\n`)
  console.log('| page, ms | nothing cached: median | longest | scripts cached: median | longest |')
  console.log('|---|---:|---:|---:|---:|')
  for (const shown of pages()) {
    const cold = await visits(browser, shown, false)
    const warm = await visits(browser, shown, true)
    const cells = [cold, warm].flatMap((all) => [median(all), Math.max(...all)])
    console.log(`| ${[shown.name, ...cells.map((ms) => Math.round(ms))].join(' | ')} |`)
  }
} finally {
  await browser.close()
  await stop()
}

function pages(): Shown[] {
  const isDrawn = `document.querySelector('[role=img][aria-label^="Chart of"] canvas') !== null`
  const says = (text: string) => `document.querySelector('main')?.textContent.includes('${text}')`
  const chart = (thing: string, length: number) => () => {
    const from = end - length + Math.floor(random() * 3_600) * SECOND
    const range = `from=${new Date(from).toISOString()}&to=${new Date(end).toISOString()}`
    return `/explore?things=${thing}&${range}`
  }
  return [
    {
      name: 'a chart over 1,000,000 samples',
      path: chart('million', MILLION * SECOND),
      isThere: isDrawn,
    },
    {
      name: 'a chart over 30 days at a sample a second',
      path: chart('month', MONTH),
      isThere: isDrawn,
    },
    {
      name: 'the explorer without a question',
      path: () => '/explore',
      isThere: says('Choose things'),
    },
    {
      name: `a list of ${THINGS.toLocaleString('en')} things`,
      path: () => '/things?type=gauge',
      isThere: says('Bulk '),
    },
    {
      name: 'the list without a thing that fits',
      path: () => `/things?text=none${Math.floor(random() * 1e9)}`,
      isThere: says('No things match these filters'),
    },
  ]
}

/** Milliseconds from the navigation on, by the page's clock. */
async function visits(browser: Browser, shown: Shown, isCached: boolean): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const { email, once } = product.demo
  const signIn = await context.request.post(`${product.console}/api/auth/sign-in/email`, {
    data: { email, password: once.password },
    headers: { Origin: product.console },
  })
  if (!signIn.ok()) throw new Error(`Sign-in: ${signIn.status()}`)
  const page = await context.newPage()
  await page.addInitScript({ content: noting(shown.isThere) })
  if (!isCached) {
    const session = await context.newCDPSession(page)
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  }
  const took: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    await page.goto(product.home + shown.path(), { waitUntil: 'commit' })
    const drawn = await page.waitForFunction(() => (globalThis as { drawnAt?: number }).drawnAt)
    const ms = (await drawn.jsonValue()) ?? Number.NaN
    // The first visit compiles the server's page.
    if (round > 0) took.push(ms)
  }
  await context.close()
  return took
}

/** Notes when the page first is as it should be: asking it over and over again would be a part of what is measured. */
function noting(isThere: string): string {
  return `new MutationObserver((_, observer) => {
    if (!(${isThere})) return
    observer.disconnect()
    requestAnimationFrame(() => { window.drawnAt = performance.now() })
  }).observe(document, { childList: true, subtree: true, characterData: true })`
}

async function load({ api, demo }: Product): Promise<void> {
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${api}/v2/${path}`, {
      method: 'POST',
      headers: { 'X-Api-Key': demo.once.key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }
  const id = 'gauge'
  await post('metric-definitions', { id, name: 'Gauge', valueType: 'number', unit: 'Cel' })
  const metrics = [{ key: id, metricDefinitionId: id }]
  await post('thing-types', { id, name: 'Gauge', metrics })
  for (const [thing, samples] of Object.entries({ million: MILLION, month: MONTH / SECOND })) {
    await post('things', { id: thing, name: thing, thingTypeId: id })
    await sendSamples((body) => post(`thing/${thing}/data/columnar`, body), samples)
  }
  for (let first = 0; first < THINGS; first += BATCH) {
    const things = Array.from({ length: Math.min(BATCH, THINGS - first) }, (_, i) => {
      return { id: `bulk-${first + i}`, name: `Bulk ${first + i}`, thingTypeId: id }
    })
    await post('things/batch', { things })
  }
}

/** A walk of two decimals, a sample a second, that ends with the last day. */
async function sendSamples(post: (body: object) => Promise<void>, samples: number): Promise<void> {
  let cents = 2_000
  for (let first = 0; first < samples; first += CALL) {
    const count = Math.min(CALL, samples - first)
    const gauge = Array.from({ length: count }, () => {
      cents += Math.floor(random() * 21) - 10
      return cents / 100
    })
    const start = new Date(end - (samples - first) * SECOND).toISOString()
    await post({ start, stepSeconds: 1, count, values: { gauge } })
  }
}
