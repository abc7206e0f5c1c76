// run-alone.mjs <folder> <program> [argument…]: runs the program while no other process has that folder's turn. Its exit
// code is the program's. When whoever forked it is gone, however that came about, the program is ended.
import { spawn } from 'node:child_process'
import { alone } from './alone.mjs'

const [folder = '', program = '', ...args] = process.argv.slice(2)
/** @type {() => void} */
let end = () => process.exit(1)
for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(event, () => end())

/** @returns {Promise<number>} */
function run() {
  // A group of its own, so that all of it can be ended.
  const child = spawn(program, args, { detached: true, stdio: 'inherit' })
  end = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
    } catch {
      // It has ended by itself.
    }
  }
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.once('close', (code, signal) => {
      if (signal) console.error(`It was ended by ${signal}.`)
      resolve(code ?? 1)
    })
  })
}

process.exit(await alone(folder, run, () => process.send?.('waiting')))
