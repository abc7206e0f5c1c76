import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { listenForOutages } from './outages.ts'

it('the outages are those that the supervisor told last', () => {
  const supervisor = new EventEmitter()
  const outages = listenForOutages(supervisor)
  expect(outages()).toEqual([])
  supervisor.emit('message', { type: 'outages', outages: ['Postgres is down: no room.'] })
  for (const other of [null, 'outages', { type: 'other' }]) supervisor.emit('message', other)
  expect(outages()).toEqual(['Postgres is down: no room.'])
  supervisor.emit('message', { type: 'outages', outages: [] })
  expect(outages()).toEqual([])
})
