// A thread for tests of WorkThread, which does as it is told.
import { threadId } from 'node:worker_threads'
import { invalidRequest } from '../problem.ts'
import { serveConversations } from '../threads/serve-conversations.ts'

serveConversations(() => {
  let count = 0
  return (told: string) => {
    switch (told) {
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
      case 'fail':
        throw new TypeError('A secret of the inside.')
      default:
        return { said: threadId }
    }
  }
})
