// Reads how many tests passed and failed out of the runners' own reports.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

const none = { passed: 0, failed: 0, skipped: 0 }

/**
 * A suite that could not even be loaded has no tests to fail: it counts as one.
 *
 * @param {string} file
 * @returns {Count}
 */
export function countVitest(file) {
  const report = read(file)
  if (!report) return none
  const unloaded = report.testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ suite) =>
      suite.status === 'failed' && suite.assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/**
 * A test that passed only when it was tried again is not one that passed.
 *
 * @param {string} file
 * @returns {Count}
 */
export function countPlaywright(file) {
  const report = read(file)
  if (!report) return none
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped }
}

/**
 * The test files that took longest, for whoever wants the whole to take less: lines of seconds and paths.
 *
 * @param {string} file
 * @param {string} root
 * @param {number} most
 * @returns {string[]}
 */
export function slowestVitest(file, root, most) {
  /** @type {{ name: string, startTime: number, endTime: number }[]} */
  const suites = read(file)?.testResults ?? []
  return suites
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, most)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${relative(root, name)}`)
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
