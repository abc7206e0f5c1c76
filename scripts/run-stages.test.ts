import { expect, it } from 'vitest'
import { runStages } from './run-stages.mjs'

/** A stage that ends when the test says so. */
function stage() {
  const { promise, resolve } = Promise.withResolvers<{ passed: boolean; output: string }>()
  const held: boolean[] = []
  const run = (isHeld: boolean) => {
    held.push(isHeld)
    return promise
  }
  return { run, held, end: (passed: boolean, output = '') => resolve({ passed, output }) }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('lanes of a group run in parallel, and the next group after them', async () => {
  const [format, types, tests] = [stage(), stage(), stage()]
  const running = runStages(
    [[{ format: format.run }, { types: types.run }], [{ tests: tests.run }]],
    () => {},
  )
  await turn()
  expect([format.held, types.held, tests.held]).toEqual([[false], [true], []])
  format.end(true)
  await turn()
  expect(tests.held).toEqual([])
  types.end(true)
  await turn()
  expect(tests.held).toEqual([false])
  tests.end(true)
  expect(await running).toEqual([])
})

it('stages of a lane run one after another, beside the other lanes', async () => {
  const [tests, build, browser] = [stage(), stage(), stage()]
  const running = runStages(
    [[{ tests: tests.run }, { build: build.run, browser: browser.run }]],
    () => {},
  )
  await turn()
  expect([tests.held, build.held, browser.held]).toEqual([[false], [true], []])
  build.end(true)
  await turn()
  expect(browser.held).toEqual([true])
  tests.end(true)
  browser.end(false)
  expect(await running).toEqual(['browser'])
})

it('the output of the first lane comes as it is written, of each beside it in one piece when it ends', async () => {
  const [format, types] = [stage(), stage()]
  const lines: string[] = []
  const running = runStages([[{ format: format.run }, { types: types.run }]], (line) =>
    lines.push(line),
  )
  types.end(true, 'Two files.\nNo faults.\n')
  await turn()
  format.end(true)
  await running
  expect(lines.map((line) => line.replace(/[\d.]+ s/, '0 s'))).toEqual([
    '\n── format',
    '\n── types\nTwo files.\nNo faults.',
    '── types: 0 s',
    '── format: 0 s',
  ])
})

it('every failed stage is named, and later stages still run', async () => {
  const [format, types, tests] = [stage(), stage(), stage()]
  const lines: string[] = []
  const running = runStages(
    [[{ format: format.run }, { types: types.run }], [{ tests: tests.run }]],
    (line) => lines.push(line),
  )
  format.end(false, 'One fault.')
  types.end(true)
  tests.end(false)
  expect(await running).toEqual(['format', 'tests'])
  expect(lines.filter((line) => line.endsWith(', failed'))).toHaveLength(2)
})

it('where a stage cannot run, those beside it end before that is told', async () => {
  const tests = stage()
  const noBrowser = () => Promise.reject(new Error('No browser.'))
  let isOver = false
  const running = runStages([[{ tests: tests.run }, { browser: noBrowser }]], () => {}).finally(
    () => {
      isOver = true
    },
  )
  running.catch(() => {})
  await turn()
  expect(isOver).toBe(false)
  tests.end(true)
  await expect(running).rejects.toThrow('No browser.')
})
