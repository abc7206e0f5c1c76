import type { ServerResponse } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { beginTogether, endTogether } from './turns.ts'

/** Records what is done to answers, in order. */
function watched() {
  const done: string[] = []
  const ending = (name: string, ended = () => {}) => {
    const end = (body: unknown) => void done.push(`${name} sent: ${body}`)
    const response = { end } as unknown as ServerResponse
    return {
      ...{ response, body: name === 'bare' ? undefined : `body of ${name}` },
      ended() {
        done.push(`${name} ended`)
        ended()
      },
    }
  }
  return { done, ending }
}

it('answers ended in one turn are sent at its end, and then reported as ended', async () => {
  const { done, ending } = watched()
  endTogether(ending('one'))
  await Promise.resolve()
  endTogether(ending('bare'))
  expect(done).toEqual([])
  await turn()
  expect(done).toEqual(['one sent: body of one', 'bare sent: undefined', 'one ended', 'bare ended'])
})

it('an answer ended while others are sent goes out in the next turn', async () => {
  const { done, ending } = watched()
  endTogether(ending('one', () => endTogether(ending('two'))))
  await turn()
  expect(done).toEqual(['one sent: body of one', 'one ended'])
  await turn()
  expect(done.slice(2)).toEqual(['two sent: body of two', 'two ended'])
})

it('requests of one turn begin at its end, and synchronous answers are sent right after', async () => {
  const { done, ending } = watched()
  const begin = (name: string, then = () => {}) =>
    beginTogether(() => {
      done.push(`${name} begun`)
      then()
    })
  endTogether(ending('earlier'))
  begin('one', () => endTogether(ending('one')))
  await Promise.resolve()
  begin('two', () => begin('three', () => endTogether(ending('three'))))
  expect(done).toEqual([])
  await turn()
  expect(done.filter((each) => !each.endsWith('ended'))).toEqual([
    ...['earlier sent: body of earlier', 'one begun', 'two begun', 'one sent: body of one'],
  ])
  done.length = 0
  await turn()
  expect(done).toEqual(['three begun', 'three sent: body of three', 'three ended'])
  done.length = 0
  endTogether(ending('later'))
  await turn()
  expect(done).toEqual(['later sent: body of later', 'later ended'])
})

it('an answer that awaits only promises is sent in the turn of its request', async () => {
  const { done, ending } = watched()
  const refuse = () => Promise.resolve().then(() => endTogether(ending('refused')))
  beginTogether(() => void refuse())
  await turn()
  expect(done).toEqual(['refused sent: body of refused', 'refused ended'])
})
