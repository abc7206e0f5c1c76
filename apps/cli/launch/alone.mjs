import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { unlinkSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Does the work while no other process does it in that folder.
 *
 * The idea: whoever listens on the folder's socket has the turn. Others connect to it and wait for the
 * connection to end, which it does when the work is done and when the process dies, however it dies.
 *
 * @template Result
 * @param {string} folder its real path
 * @param {() => Promise<Result>} work
 * @param {() => void} waiting called once when another process has the turn
 * @returns {Promise<Result>} what the work gave
 */
export async function alone(folder, work, waiting) {
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 24)
  // Linux has socket names that are no files, so that a killed process leaves nothing behind.
  const file = process.platform !== 'linux'
  const name = file ? join(tmpdir(), `sluice-${hash}.sock`) : `\0sluice-${hash}`
  for (let told = false; ; told = true) {
    const turn = await take(name)
    if (turn) {
      try {
        return await work()
      } finally {
        turn.release()
      }
    }
    if (!told) waiting()
    const vacant = await ended(name)
    if (vacant && file) unlinkSync(name)
  }
}

/** @param {string} name */
async function take(name) {
  /** @type {Set<import('node:net').Socket>} */
  const waiters = new Set()
  const server = createServer((socket) => waiters.add(socket.on('error', () => {})))
  try {
    await once(server.listen(name), 'listening')
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EADDRINUSE') return undefined
    throw error
  }
  function release() {
    server.close()
    for (const socket of waiters) socket.destroy()
  }
  return { release }
}

/**
 * Resolves when the process that has the turn is done: at once, with true, when there is none.
 *
 * @param {string} name
 * @returns {Promise<boolean>}
 */
function ended(name) {
  return new Promise((resolve) => {
    const socket = connect(name)
    let vacant = false
    socket.on('error', (error) => {
      vacant = /** @type {NodeJS.ErrnoException} */ (error).code === 'ECONNREFUSED'
    })
    socket.on('close', () => resolve(vacant))
    socket.resume()
  })
}
