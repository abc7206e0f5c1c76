import { expect, test } from 'vitest'
import { IsoTimes, Problem, workFor } from './index.ts'

class Limited extends Problem {}

/** A file of this folder once more, as a bundler does it. */
async function again(file: string) {
  return import(/* @vite-ignore */ `${file}?another-bundle`)
}

test('problems and times of another bundle are known', async () => {
  const other: typeof import('./problem.ts') = await again('./problem.ts')
  const { IsoTimes: OtherTimes }: typeof import('./iso-times.ts') = await again('./iso-times.ts')
  expect(other.Problem).not.toBe(Problem)
  const foreign = new other.Problem('conflict', { detail: 'It exists.' })
  expect(foreign instanceof Problem).toBe(true)
  expect(new OtherTimes([0]) instanceof IsoTimes).toBe(true)
  expect(foreign instanceof IsoTimes).toBe(false)
  expect(foreign instanceof Limited).toBe(false)
})

test('other values are none, and what a class has below it is told apart', () => {
  for (const value of [undefined, null, 'Problem', {}, new Error('x'), () => {}]) {
    expect(value instanceof Problem).toBe(false)
  }
  const problem = new Problem('conflict', { detail: 'It exists.' })
  const limited = new Limited('rate-limited', { detail: 'Later.' })
  expect([problem instanceof Problem, problem instanceof Limited]).toEqual([true, false])
  expect([limited instanceof Problem, limited instanceof Limited]).toEqual([true, true])
})

test('another bundle knows on whose behalf work is done', async () => {
  const other: typeof import('./work-for.ts') = await again('./work-for.ts')
  expect(other.workFor).not.toBe(workFor)
  expect(workFor('acme', () => other.workingFor())).toBe('acme')
})
