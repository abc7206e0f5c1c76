import { fork } from 'node:child_process'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { LaunchError } from '../../launch/launch-error.mjs'
import { consoleFolder, repositoryRoot } from '../../launch/node.mjs'
import type { Run } from './run.ts'

const shownLines = 20
const runAlone = fileURLToPath(new URL('../../launch/run-alone.mjs', import.meta.url))

/** Builds the console where its sources have changed, which turbo knows; otherwise this takes a moment. */
export function buildConsole(run: Run): Promise<void> {
  return run.step('Building the console', async () => {
    const log = run.logs.of('build')
    const lines: string[] = []
    function take(line: string) {
      lines.push(line)
      log.write(line)
    }
    const waiting = () => run.logs.show('build', 'waiting for another process that builds')
    const failed = await runTurbo({ signal: run.signal, take, waiting })
    run.signal.throwIfAborted()
    if (!failed) return
    const end = lines.slice(-shownLines).join('\n')
    throw new LaunchError(
      `The console could not be built (${failed}):\n\n${end}\n\nMore in ${log.path}`,
    )
  })
}

interface Build {
  readonly signal: AbortSignal
  readonly take: (line: string) => void
  readonly waiting: () => void
}

/** Resolves with what went wrong, if anything. */
function runTurbo({ signal, take, waiting }: Build): Promise<string | undefined> {
  const tools = join(repositoryRoot, 'node_modules')
  const turbo = join(tools, 'turbo/bin/turbo')
  const args = ['run', 'build', '--filter=@sluice/console', '--output-logs=new-only', '--no-color']
  const child = fork(runAlone, [consoleFolder, process.execPath, turbo, ...args], {
    cwd: repositoryRoot,
    // A terminal's Ctrl-C reaches the supervisor alone.
    detached: true,
    env: {
      ...process.env,
      // The build's own `node` is then this one.
      PATH: `${join(tools, '.bin')}:${dirname(process.execPath)}:${process.env.PATH}`,
      TURBO_TELEMETRY_DISABLED: '1',
      TURBO_NO_UPDATE_NOTIFIER: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  child.once('message', waiting)
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', take)
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code) => {
      signal.removeEventListener('abort', stop)
      resolve(code === 0 ? undefined : `turbo ended with code ${code}`)
    })
  })
}
