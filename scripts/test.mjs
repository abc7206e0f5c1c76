// npm test: makes the checkout ready, then runs every check, and ends with the count of the runners' reports.
// `npm run check` is the part of it that starts nothing. Runs on Node 20.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { LaunchError, prepare, repositoryRoot } from './bootstrap.mjs'
import { findBrowser } from './browser.mjs'
import { countPlaywright, countVitest } from './test-counts.mjs'
import { requireValkey } from './valkey.mjs'

const reports = mkdtempSync(join(tmpdir(), 'sluice-reports-'))
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')

const stages = {
  format: () => run('biome', ['ci', '.']),
  types: () => run('turbo', ['run', 'types', '--output-logs=errors-only']),
  'dead-code': () => run('knip', ['--no-progress']),
  tests: async () => {
    await requireValkey()
    const reporters = ['--reporter=default', '--reporter=json']
    return run('vitest', ['run', ...reporters, `--outputFile.json=${vitestReport}`])
  },
  build: () => run('turbo', ['run', 'build', '--output-logs=errors-only']),
  browser: async () =>
    run('playwright', ['test', '--config=e2e/playwright.config.ts', '--reporter=line,json'], {
      SLUICE_BROWSER: await findBrowser(),
      PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
    }),
}

/**
 * Runs an installed tool at the root, its output shown.
 *
 * @param {string} tool
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<boolean>} whether it succeeded
 */
function run(tool, args, env = {}) {
  const tools = join(repositoryRoot, 'node_modules', '.bin')
  const child = spawn(join(tools, tool), args, {
    cwd: repositoryRoot,
    stdio: 'inherit',
    // The tools' own `node` is then the one that npm brought along.
    env: {
      ...process.env,
      PATH: `${tools}${delimiter}${process.env.PATH}`,
      TURBO_TELEMETRY_DISABLED: '1',
      DO_NOT_TRACK: '1',
      ...env,
    },
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code === 0))
  })
}

/** @returns {string[]} */
function wanted() {
  const at = process.argv.indexOf('--only')
  return at < 0 ? Object.keys(stages) : (process.argv[at + 1] ?? '').split(',')
}

try {
  await prepare()
  /** @type {string[]} */
  const failed = []
  for (const name of wanted()) {
    const stage = stages[/** @type {keyof typeof stages} */ (name)]
    if (!stage)
      throw new LaunchError(`There is no stage ${name}: ${Object.keys(stages).join(', ')}`)
    const started = performance.now()
    console.log(`\n── ${name}`)
    if (!(await stage())) failed.push(name)
    console.log(`── ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
  const counts = [countVitest(vitestReport), countPlaywright(playwrightReport)]
  const sum = (/** @type {'passed' | 'failed'} */ key) =>
    counts.reduce((total, count) => total + count[key], 0)
  if (failed.length > 0) console.log(`\nfailed: ${failed.join(', ')}`)
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
