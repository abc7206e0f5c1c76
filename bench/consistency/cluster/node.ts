import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Api, type ApiOptions, startApi } from '../../product/api.ts'
import { Struck, signal } from './process.ts'
import type { Skew } from './skew.ts'

const RETRY_MS = 200

/** An API process that is killed, stopped and started again, at the same address. */
export class Node extends Struck {
  readonly url: string
  readonly skew: Skew | undefined
  #api: Api | undefined
  readonly #options: ApiOptions
  #ended = false

  constructor(name: string, options: ApiOptions, skew: Skew | undefined) {
    super(name)
    this.#options = options
    this.skew = skew
    this.url = `http://127.0.0.1:${options.port}`
  }

  /** Starts it, again and again where what it needs is away. */
  async start(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    const all = { ...environment, ...this.skew?.environment }
    while (!this.#ended) {
      try {
        this.#api = await startApi({ ...this.#options, environment: all })
        this.runs(true)
        return
      } catch {
        await pause(RETRY_MS)
      }
    }
  }

  /** What its log says of a request. */
  logOf(requestId: string): string {
    const { logFile } = this.#options
    const lines = logFile === undefined ? [] : readFileSync(logFile, 'utf8').split('\n')
    return lines.filter((line) => line.includes(requestId)).join('\n')
  }

  async kill(): Promise<void> {
    this.rests()
    await this.#api?.kill()
  }

  /** Stops it for a while: it is there and does nothing. */
  halt(): void {
    this.rests()
    if (this.#api) signal([this.#api.pid], 'SIGSTOP')
  }

  resume(): void {
    if (this.#api) signal([this.#api.pid], 'SIGCONT')
    this.runs(false)
  }

  async stop(): Promise<void> {
    this.#ended = true
    await this.#api?.stop()
  }
}
