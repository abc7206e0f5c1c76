// Loaded into the API's process before its own code: tells its parent how much memory it uses when asked.
import { ASK_MEMORY } from './ask-memory.ts'

process.on('message', (message) => {
  if (message === ASK_MEMORY) process.send?.(process.memoryUsage())
})
