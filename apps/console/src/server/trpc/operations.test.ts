import { type Operation, operations } from '@sluice/contract'
import { expect, test } from 'vitest'

const rows = Object.entries<Operation>(operations)

test.each(rows)('%s is typed as what its method makes it', (_name, { method, query, body }) => {
  const isTypedAsRead = query !== undefined && body === undefined
  expect(isTypedAsRead).toBe(method === 'GET')
})
