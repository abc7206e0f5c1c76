import { fork } from 'node:child_process'
import { once } from 'node:events'
import { nodeEnvironment, nodeFlags } from '@sluice/api/node-flags'

/** A server that is measured. */
export interface Subject {
  readonly name: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly pid: number
  stop(): Promise<void>
}

/** What a subject's process tells when it serves. */
export interface Serving {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Starts a subject in a process of its own, with the flags and environment of the product. Its file gets `options` as JSON
 * and calls {@link serving}.
 */
export async function startSubject(name: string, file: URL, options: object): Promise<Subject> {
  const child = fork(file, [JSON.stringify(options)], {
    execArgv: [...nodeFlags],
    env: { ...nodeEnvironment, ...process.env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const first = await Promise.race([once(child, 'message'), ended.then(() => undefined)])
  if (!first || child.pid === undefined) throw new Error(`The subject "${name}" did not start.`)
  const [{ url, headers = {} }] = first as [Serving]
  return {
    ...{ name, url, headers, pid: child.pid },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** In a subject's process: its options. */
export function subjectOptions<Options>(): Options {
  return JSON.parse(process.argv[2] ?? '{}') as Options
}

/** In a subject's process: says that it serves, and stops it on SIGTERM or when the bench is gone. */
export function serving(told: Serving, stop: () => Promise<unknown>): void {
  const end = () => void stop().finally(() => process.exit(0))
  process.once('SIGTERM', end)
  process.once('disconnect', end)
  process.send?.(told)
}
