import { expect, test } from 'vitest'
import { type Operation, operationNames, operations } from '../index.ts'
import { randomOf } from './random.ts'
import { endings } from './random-calls.ts'
import { randomRequests } from './random-requests.ts'

const SEEDS = [1, 2, 3]

/** Requests where each kind of id has one that exists, and each call that ends something gets another. */
function requestsOf(seed: number) {
  const parameters = operationNames.flatMap((name) => {
    const { params }: Operation = operations[name]
    return Object.keys(params?.shape ?? {})
  })
  const all = (id: string) => Object.fromEntries(parameters.map((one) => [one, id]))
  let spent = 0
  const requests = randomRequests(randomOf(seed), {
    ids: Object.fromEntries(parameters.map((one) => [one, ['exists']])),
    bases: {},
    nextPages: { 'things.list': ['/v2/things?cursor=next-page'] },
    spend: () => all(`spent-${++spent}`),
  })
  return Array.from({ length: 3000 }, () => requests.next().value)
}

const mayEnd = ['all', 'narrow']

test.each(SEEDS)('whatever requests of seed %i end, what the others name stays', (seed) => {
  const requests = requestsOf(seed)
  const deletable = endings.map((name) => operations[name].path)
  const isThere = /\/exists(?=[/?]|$)/
  for (const { name, method, path, caller } of requests) {
    const { path: template } = operations[name]
    const ends = endings.includes(name) || (method === 'DELETE' && deletable.includes(template))
    if (ends && mayEnd.includes(caller)) expect(path).not.toMatch(isThere)
  }
  const naming = requests.filter(({ name }) => {
    return operations[name].path.includes('{thingId}') && !endings.includes(name)
  })
  expect(naming.filter(({ path }) => isThere.test(path)).length).toBeGreaterThan(naming.length / 2)
  expect(requests.filter(({ path }) => path.includes('spent-')).length).toBeGreaterThan(50)
})

test.each(SEEDS)('requests of seed %i go on to next pages and choose fields', (seed) => {
  const requests = requestsOf(seed)
  const having = (text: string) => requests.filter(({ path }) => path.includes(text)).length
  expect(having('/v2/things?cursor=next-page')).toBeGreaterThan(0)
  expect(having('fields=')).toBeGreaterThan(50)
  expect(having('limit=2')).toBeGreaterThan(10)
})
