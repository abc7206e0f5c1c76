// npm test: makes the checkout ready, then runs every check, and ends with the count of the runners' reports.
// `npm run check` is the part of it that starts nothing. Runs on Node 20.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { alone } from '../apps/cli/launch/alone.mjs'
import { consoleFolder } from '../apps/cli/launch/node.mjs'
import { LaunchError, prepare } from './bootstrap.mjs'
import { findBrowser } from './browser.mjs'
import { runStages } from './run-stages.mjs'
import { runTool } from './run-tool.mjs'
import { countPlaywright, countVitest, slowestVitest } from './test-counts.mjs'
import { requireValkey } from './valkey.mjs'

const reports = mkdtempSync(join(tmpdir(), 'sluice-reports-'))
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')

/** @type {(tool: string, ...args: string[]) => import('./run-stages.mjs').Stage} */
const tool =
  (name, ...args) =>
  (held) =>
    runTool(name, args, { held })

/** @type {Promise<unknown>} the search that began last */
let search = Promise.resolve()

/**
 * Searches, one after another, for what the machine must have: apt-get, which they may call, runs once at a time.
 *
 * @template Found
 * @param {() => Promise<Found>} find
 * @returns {Promise<Found>}
 */
function inTurn(find) {
  const found = search.then(find)
  search = found.catch(() => {})
  return found
}

/** @type {Promise<string> | undefined} */
let foundBrowser

/** One search, whichever stage comes first. */
function browser() {
  foundBrowser ??= inTurn(findBrowser)
  return foundBrowser
}

/**
 * The checks wait for files and for each other's compilers about as long as they compute, and the tests for their stores: what runs
 * beside them takes what they leave of the machine. The browser leaves nothing: beside the tests, both took longer than one after the
 * other.
 *
 * @type {import('./run-stages.mjs').Lane[][]}
 */
const groups = [
  [
    { format: tool('biome', 'ci', '.') },
    { types: tool('turbo', 'run', 'types', '--output-logs=errors-only') },
    { 'dead-code': tool('knip', '--no-progress') },
  ],
  [
    {
      tests: async (held) => {
        await inTurn(requireValkey)
        // Without one the browser tests say what is missing, and its tests here are skipped.
        const found = await browser().catch(() => undefined)
        const env = found === undefined ? {} : { SLUICE_BROWSER: found }
        const reporters = ['--reporter=default', '--reporter=json']
        const args = ['run', ...reporters, `--outputFile.json=${vitestReport}`]
        return runTool('vitest', args, { env, held })
      },
    },
    {
      build: (held) =>
        alone(
          consoleFolder,
          () => tool('turbo', 'run', 'build', '--output-logs=errors-only')(held),
          () => console.log('── build: waiting for another process that builds'),
        ),
    },
  ],
  [
    {
      browser: async (held) => {
        const env = {
          SLUICE_BROWSER: await browser(),
          PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
        }
        const args = ['test', '--config=e2e/playwright.config.ts', '--reporter=line,json']
        return runTool('playwright', args, { env, held })
      },
    },
  ],
]

/** The groups, of each what `--only` names, or all. */
function wanted() {
  const at = process.argv.indexOf('--only')
  if (at < 0) return groups
  const names = (process.argv[at + 1] ?? '').split(',')
  const known = groups.flat().flatMap((lane) => Object.keys(lane))
  for (const name of names) {
    if (!known.includes(name)) {
      throw new LaunchError(`There is no stage ${name}: ${known.join(', ')}`)
    }
  }
  return groups.map((lanes) =>
    lanes
      .map((lane) => Object.entries(lane).filter(([name]) => names.includes(name)))
      .filter((stages) => stages.length > 0)
      .map((stages) => Object.fromEntries(stages)),
  )
}

try {
  await prepare()
  const failed = await runStages(wanted(), console.log)
  const counts = [countVitest(vitestReport), countPlaywright(playwrightReport)]
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    counts.reduce((total, count) => total + count[key], 0)
  const slowest = slowestVitest(vitestReport, process.cwd(), 10)
  if (slowest.length > 0) console.log(`\nslowest test files:\n${slowest.join('\n')}`)
  if (failed.length > 0) console.log(`\nfailed: ${failed.join(', ')}`)
  if (sum('skipped') > 0) console.log(`\n${sum('skipped')} tests were skipped`)
  if (sum('passed') + sum('failed') > 0) {
    console.log(`\ntests: ${sum('passed')} passed, ${sum('failed')} failed`)
  }
  process.exitCode = failed.length > 0 || sum('failed') > 0 ? 1 : 0
} catch (error) {
  if (!(error instanceof LaunchError)) throw error
  console.error(`\n${error.message}`)
  process.exitCode = 1
} finally {
  rmSync(reports, { recursive: true, force: true })
}
