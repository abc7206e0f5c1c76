import { randomOf } from '@sluice/contract/testing'
import { classes, type Question } from './classes.ts'
import type { Contestant } from './contestants.ts'
import { HOSTS, hostDay, METRICS, ROWS, STEP_MS } from './data.ts'
import { get } from './get.ts'

const QUESTIONS = 3

type Series = Readonly<Record<string, readonly (number | null)[]>>

/**
 * Compares answers of each class with the samples that were loaded, so that what is measured is not a quick wrong answer.
 * Answers how many values were compared.
 *
 * @throws where one differs
 */
export async function checkSluice(
  contestant: Contestant,
  seed: number,
  start: number,
): Promise<number> {
  let compared = 0
  for (const { name, next } of classes) {
    const random = randomOf(seed + 2)
    for (let i = 0; i < QUESTIONS; i += 1) {
      const question = next(random, start)
      if (question.aggregate === 'last') continue
      const { values, byThing } = JSON.parse(await get(contestant.ask(question))) as {
        values: Series | null
        byThing: Record<string, Series> | null
      }
      for (const [id, series] of Object.entries(
        byThing ?? { [`station-${question.host}`]: values },
      )) {
        const hosts = question.host === undefined && values ? allHosts : [Number(id.split('-')[1])]
        for (const metric of question.metrics) {
          compared += compare(name, series?.[metric] ?? [], expected(question, hosts, metric))
        }
      }
    }
  }
  return compared

  function expected(question: Question, hosts: readonly number[], metric: string): number[] {
    const { from, to, aggregate, bucket, latest } = question
    const column = (METRICS as readonly string[]).indexOf(metric)
    const columns = hosts.map((host) => dayOf(host).columns[column] ?? new Float64Array())
    const width = (bucket * 1000) / STEP_MS
    const rows = { from: (from - start) / STEP_MS, to: Math.min(ROWS, (to - start) / STEP_MS) }
    const values: number[] = []
    for (let row = rows.from; row < rows.to; row += width) {
      const samples = columns.flatMap((all) => [...all.subarray(row, row + width)])
      const sum = samples.reduce((total, sample) => total + sample, 0)
      values.push(aggregate === 'avg' ? sum / samples.length : Math.max(...samples))
    }
    return latest ? values.slice(-latest).reverse() : values
  }

  function dayOf(host: number) {
    const known = days.get(host) ?? hostDay(seed, host, start)
    days.set(host, known)
    return known
  }
}

const days = new Map<number, ReturnType<typeof hostDay>>()
const allHosts = Array.from({ length: HOSTS }, (_, host) => host)

function compare(name: string, found: readonly (number | null)[], wanted: readonly number[]) {
  if (found.length !== wanted.length) {
    throw new Error(`${name}: ${found.length} values in place of ${wanted.length}`)
  }
  for (const [i, value] of wanted.entries()) {
    const other = found[i]
    if (typeof other === 'number' && Math.abs(other - value) < 1e-6) continue
    throw new Error(`${name}: value ${i} is ${other} in place of ${value}`)
  }
  return wanted.length
}
