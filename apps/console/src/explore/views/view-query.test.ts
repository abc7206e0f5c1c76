import { expect, test } from 'vitest'
import { readQuestion } from '../question.ts'
import { viewQuery } from './view-query.ts'

test('a view keeps the question, and no other URL parameters', () => {
  const params = new URLSearchParams('fleet=north&from=now-7d&by=site&view=table&id=x&cursor=y')
  const query = viewQuery(params, ['temperature', 'door'])
  expect(query).toBe('fleet=north&by=site&metrics=temperature%2Cdoor&from=now-7d&view=table')
  const question = readQuestion(params)
  expect(readQuestion(new URLSearchParams(query))).toEqual({
    ...{ ...question, metrics: ['temperature', 'door'] },
  })
})

test('a view keeps the condition of samples', () => {
  const query = viewQuery(new URLSearchParams('things=a&interval=samples&where=door=true'), [
    'wind',
  ])
  expect(query).toBe('things=a&metrics=wind&interval=samples&where=door%3Dtrue')
  expect(readQuestion(new URLSearchParams(query)).where).toBe('door=true')
})

test('a view of no things is empty', () => {
  expect(viewQuery(new URLSearchParams('from=now-7d'), [])).toBe('')
})
