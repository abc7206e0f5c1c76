// In a thread of its own, so that what it does is not taken for an answer's time: sends the feed to all contestants, a second of
// it each second, and tells after each how many of them all have acknowledged.
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { type Addresses, contestantsAt } from './contestants.ts'
import { Feed } from './feed.ts'
import { send } from './send.ts'

const { seed, start, addresses } = workerData as {
  seed: number
  start: number
  addresses: Addresses
}
const contestants = contestantsAt(addresses)
const feed = new Feed(seed, start)
let isStopped = false
parentPort?.once('message', () => {
  isStopped = true
})

for (let seconds = 1; !isStopped; seconds += 1) {
  const due = performance.now() + 1000
  const { pieces, report } = feed.next()
  await Promise.all(
    contestants.map(async (contestant) => {
      for (const piece of pieces) for (const one of contestant.write(piece)) await send(one)
      for (const one of contestant.report(report)) await send(one)
    }),
  )
  parentPort?.postMessage(seconds)
  await sleep(Math.max(0, due - performance.now()))
}
parentPort?.close()
