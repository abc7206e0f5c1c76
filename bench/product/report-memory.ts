// Loaded into the API's process before its own code: tells its parent how much memory it uses when asked.
import { ASK_MEMORY, type Told } from './told.ts'

const TICK_MS = 5
const LONG_MS = 5
let turns: number[] = []
let longTurns: Told['longTurns'][number][] = []
let before = process.threadCpuUsage()

// Its own CPU, not the time: on a machine that others use as well a turn is also kept waiting.
setInterval(() => {
  const now = process.threadCpuUsage()
  const ms = (now.user - before.user + now.system - before.system) / 1000
  turns.push(ms)
  if (ms >= LONG_MS) longTurns.push({ at: performance.timeOrigin + performance.now(), ms })
  before = now
}, TICK_MS).unref()

process.on('message', (message) => {
  if (message !== ASK_MEMORY) return
  const told: Told = { ...process.memoryUsage(), turns, longTurns }
  turns = []
  longTurns = []
  process.send?.(told)
})
