import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { LaunchError } from '../../launch/launch-error.mjs'
import { repositoryRoot } from '../../launch/node.mjs'
import type { Run } from './run.ts'

const shownLines = 20

/** Builds the console where its sources have changed, which turbo knows; otherwise this takes a moment. */
export function buildConsole(run: Run): Promise<void> {
  return run.step('Building the console', async () => {
    const log = run.logs.of('build')
    const lines: string[] = []
    const failed = await runTurbo(run.signal, (line) => {
      lines.push(line)
      log.write(line)
    })
    run.signal.throwIfAborted()
    if (!failed) return
    const end = lines.slice(-shownLines).join('\n')
    throw new LaunchError(
      `The console could not be built (${failed}):\n\n${end}\n\nMore in ${log.path}`,
    )
  })
}

/** Resolves with what went wrong, if anything. */
function runTurbo(signal: AbortSignal, take: (line: string) => void): Promise<string | undefined> {
  const tools = join(repositoryRoot, 'node_modules')
  const turbo = join(tools, 'turbo/bin/turbo')
  const args = ['run', 'build', '--filter=@sluice/console', '--output-logs=new-only', '--no-color']
  const child = spawn(process.execPath, [turbo, ...args], {
    cwd: repositoryRoot,
    // A group of its own, so that all of the build can be ended.
    detached: true,
    env: {
      ...process.env,
      // The build's own `node` is then this one.
      PATH: `${join(tools, '.bin')}:${dirname(process.execPath)}:${process.env.PATH}`,
      TURBO_TELEMETRY_DISABLED: '1',
      TURBO_NO_UPDATE_NOTIFIER: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => killGroup(child.pid)
  signal.addEventListener('abort', stop)
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', take)
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code) => {
      signal.removeEventListener('abort', stop)
      resolve(code === 0 ? undefined : `turbo ended with code ${code}`)
    })
  })
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM')
  } catch {
    // It has ended by itself.
  }
}
