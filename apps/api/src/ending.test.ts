import type { ServerResponse } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { endTogether } from './ending.ts'

/** What is done to answers, in its order. */
function watched() {
  const done: string[] = []
  const ending = (name: string, ended = () => {}) => {
    const end = (body: unknown) => void done.push(`${name} sent: ${body}`)
    const response = { end } as unknown as ServerResponse
    return {
      ...{ response, body: name === 'bare' ? undefined : `body of ${name}` },
      ended() {
        done.push(`${name} told`)
        ended()
      },
    }
  }
  return { done, ending }
}

it('sends what came in a turn at its end, and tells of it once all is sent', async () => {
  const { done, ending } = watched()
  endTogether(ending('one'))
  await Promise.resolve()
  endTogether(ending('bare'))
  expect(done).toEqual([])
  await turn()
  expect(done).toEqual(['one sent: body of one', 'bare sent: undefined', 'one told', 'bare told'])
})

it('sends what comes meanwhile in the next turn', async () => {
  const { done, ending } = watched()
  endTogether(ending('one', () => endTogether(ending('two'))))
  await turn()
  expect(done).toEqual(['one sent: body of one', 'one told'])
  await turn()
  expect(done.slice(2)).toEqual(['two sent: body of two', 'two told'])
})
