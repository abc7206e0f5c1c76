// A thread for tests of WorkThread, controlled by its messages.
import { getHeapSpaceStatistics } from 'node:v8'
import { threadId } from 'node:worker_threads'
import { invalidRequest } from '../problem.ts'
import { serveConversations } from '../threads/serve-conversations.ts'

serveConversations(() => {
  let count = 0
  return (message: string) => {
    switch (message) {
      case 'remember':
        count += 1
        return { said: count }
      case 'refuse':
        throw invalidRequest([{ pointer: '/body', detail: 'is odd' }])
      case 'exit':
        process.exit()
        break
      case 'fill the heap':
        for (const all: object[] = []; ; ) all.push({})
      case 'spin':
        for (;;) count += 1
      case 'wait':
        return new Promise(() => {})
      case 'make garbage':
        return { said: youngAfterGarbage() }
      case 'fail':
        throw new TypeError('A secret of the inside.')
      default:
        return { said: threadId }
    }
  }
})

/** MiB of the young generation after much garbage, some of which survived for a while. */
function youngAfterGarbage(): number {
  const kept: object[] = []
  for (let i = 0; i < 3_000_000; i += 1) {
    const made = { i, list: [i] }
    if (i % 3 === 0) kept[i % 200_000] = made
  }
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
  return (young?.space_size ?? 0) / 2 ** 20
}
