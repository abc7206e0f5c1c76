import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { alone } from './alone.mjs'

/** Only a name: nothing is created there. */
const folder = `/nowhere/${randomUUID()}`

test('a second run waits for the first and reports it once', async () => {
  const events: string[] = []
  const first = Promise.withResolvers<void>()
  const waiting = Promise.withResolvers<void>()
  const one = alone(
    folder,
    () => first.promise,
    () => {},
  )
  const two = alone(
    folder,
    async () => void events.push('second'),
    () => {
      events.push('waiting')
      waiting.resolve()
    },
  )
  await waiting.promise
  events.push('first')
  first.resolve()
  await Promise.all([one, two])
  expect(events).toEqual(['waiting', 'first', 'second'])
})

test('a failed run releases its turn', async () => {
  const nobody = () => expect.fail('there is nobody to wait for')
  await expect(alone(folder, () => Promise.reject(new Error('no')), nobody)).rejects.toThrow('no')
  await alone(folder, async () => {}, nobody)
})
