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
  #dying = false
  /** Called where it ends though nobody killed or stopped it, with the end of its log. It is started again, as by a supervisor. */
  onCrash: (log: string) => void = () => {}

  constructor(name: string, options: ApiOptions, skew: Skew | undefined) {
    super(name)
    this.#options = options
    this.skew = skew
    this.url = `http://127.0.0.1:${options.port}`
  }

  /** Starts it, again and again where what it needs is away. */
  async start(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    const all = { ...this.#options.environment, ...environment, ...this.skew?.environment }
    while (!this.#ended) {
      try {
        const api = await startApi({ ...this.#options, environment: all })
        this.#api = api
        this.#dying = false
        this.runs(true)
        void api.ended.then(() => this.#crashed(environment))
        return
      } catch {
        await pause(RETRY_MS)
      }
    }
  }

  async #crashed(environment: Readonly<Record<string, string>>): Promise<void> {
    if (this.#dying || this.#ended) return
    this.rests()
    this.onCrash(this.#log().slice(-60).join('\n'))
    await this.start(environment)
  }

  #log(): string[] {
    const { logFile } = this.#options
    return logFile === undefined ? [] : readFileSync(logFile, 'utf8').split('\n')
  }

  /** What its log says of a request. */
  logOf(requestId: string): string {
    return this.#log()
      .filter((line) => line.includes(requestId))
      .join('\n')
  }

  async kill(): Promise<void> {
    this.#dying = true
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
