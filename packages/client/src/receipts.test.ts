import { answersWritten, type Operation, operationNames, operations } from '@sluice/contract'
import { exampleAnswer } from '@sluice/contract/examples'
import { describe, expect, test } from 'vitest'
import { isReceipt } from './receipts.ts'

const writes = operationNames.filter((name) => answersWritten(operations[name] as Operation))

describe.each(writes)('the answer of %s', (name) => {
  test('is a receipt where it has nothing of the record but what a receipt has', () => {
    const record = exampleAnswer(name) as Record<string, unknown>
    const { id, createdAt, updatedAt, etag, key, secret } = record
    const all = Object.entries({ id, createdAt, updatedAt, etag, key, secret })
    expect(isReceipt(record)).toBe(false)
    expect(isReceipt(Object.fromEntries(all.filter(([, value]) => value !== undefined)))).toBe(true)
  })
})
