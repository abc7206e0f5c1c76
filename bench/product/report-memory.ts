// Loaded into the API's process before its own code: tells its parent how much memory it uses when asked.
import { ASK_MEMORY, type Told } from './told.ts'

const TICK_MS = 5
let turns: number[] = []
let before = process.threadCpuUsage()

// Its own CPU, not the time: on a machine that others use as well a turn is also kept waiting.
setInterval(() => {
  const now = process.threadCpuUsage()
  turns.push((now.user - before.user + now.system - before.system) / 1000)
  before = now
}, TICK_MS).unref()

process.on('message', (message) => {
  if (message !== ASK_MEMORY) return
  const told: Told = { ...process.memoryUsage(), turns }
  turns = []
  process.send?.(told)
})
