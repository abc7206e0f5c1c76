import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { answerTo, SwitchedProtocols, unlessAborted } from './answer-to.ts'

test('a request that is answered returns the answer', async () => {
  const request = new EventEmitter()
  const answered = answerTo(request)
  request.emit('response', 'answer')
  request.emit('close')
  expect(await answered).toBe('answer')
})

test('a request that is closed without answer or error fails', async () => {
  const request = new EventEmitter()
  const answered = answerTo(request)
  request.emit('close')
  await expect(answered).rejects.toMatchObject({ code: 'ECONNRESET' })
})

test('a request whose server switches protocols fails, and the connection is closed', async () => {
  const [request, socket] = [new EventEmitter(), new PassThrough()]
  const answered = answerTo(request)
  request.emit('upgrade', {}, socket)
  await expect(answered).rejects.toThrow(SwitchedProtocols)
  expect(socket.destroyed).toBe(true)
})

test('work that never ends is given up with the signal', async () => {
  const never = new Promise(() => {})
  const end = new AbortController()
  const given = unlessAborted(end.signal, never)
  end.abort(new Error('late'))
  await expect(given).rejects.toThrow('late')
  const soon = Promise.resolve('done')
  expect(await unlessAborted(new AbortController().signal, soon)).toBe('done')
})
