import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countPlaywright, countVitest, slowestVitest } from './test-counts.mjs'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-counts-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function reportOf(report: object): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

test('tests that were skipped or are yet to be written are counted', () => {
  const vitest = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }
  expect(countVitest(reportOf({ ...vitest, testResults: [] }))).toEqual({
    ...{ passed: 3, failed: 1, skipped: 3 },
  })
  const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }
  expect(countPlaywright(reportOf({ stats, errors: [] }))).toEqual({
    ...{ passed: 3, failed: 2, skipped: 2 },
  })
})

test('the slowest files come first, by their paths in the checkout', () => {
  const suite = (name: string, endTime: number) => ({ name, startTime: 1000, endTime })
  const testResults = [
    suite('/sluice/apps/fast.test.ts', 1100),
    suite('/sluice/apps/slow.test.ts', 13_340),
    suite('/sluice/apps/middle.test.ts', 2000),
  ]
  expect(slowestVitest(reportOf({ testResults }), '/sluice', 2)).toEqual([
    '   12.3 s  apps/slow.test.ts',
    '    1.0 s  apps/middle.test.ts',
  ])
})
