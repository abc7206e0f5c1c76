import { spawn } from 'node:child_process'
import { LaunchError } from '../apps/cli/launch/launch-error.mjs'
import { repositoryRoot } from '../apps/cli/launch/node.mjs'

/** Lines of a failed program's output that are shown. */
const shown = 30

/**
 * Runs a program at the root of the checkout to its end, without showing what it prints.
 *
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<{ code: number, output: string }>} its exit code and its last lines
 */
export function capture(command, args) {
  const child = spawn(command, args, { cwd: repositoryRoot, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new LaunchError(`${command}: ${error.message}`)))
    child.once('close', (code, signal) => {
      if (signal) output += `\nIt was ended by ${signal}.`
      resolve({ code: code ?? 1, output: output.trim().split('\n').slice(-shown).join('\n') })
    })
  })
}
