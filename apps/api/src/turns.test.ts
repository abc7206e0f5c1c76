import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { beginTogether, endTogether } from './turns.ts'

/** Records what is done to answers, in order. */
function watched() {
  const done: string[] = []
  const ending = (name: string, ended = () => {}) => {
    return {
      send: () => void done.push(`${name} sent`),
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
  expect(done).toEqual(['one sent', 'bare sent', 'one ended', 'bare ended'])
})

it('an answer ended while others are sent goes out in the next turn', async () => {
  const { done, ending } = watched()
  endTogether(ending('one', () => endTogether(ending('two'))))
  await turn()
  expect(done).toEqual(['one sent', 'one ended'])
  await turn()
  expect(done.slice(2)).toEqual(['two sent', 'two ended'])
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
    ...['earlier sent', 'one begun', 'two begun', 'one sent'],
  ])
  done.length = 0
  await turn()
  expect(done).toEqual(['three begun', 'three sent', 'three ended'])
  done.length = 0
  endTogether(ending('later'))
  await turn()
  expect(done).toEqual(['later sent', 'later ended'])
})

it('an answer that awaits only promises is sent in the turn of its request', async () => {
  const { done, ending } = watched()
  const refuse = () => Promise.resolve().then(() => endTogether(ending('refused')))
  beginTogether(() => void refuse())
  await turn()
  expect(done).toEqual(['refused sent', 'refused ended'])
})
