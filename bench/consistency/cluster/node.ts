import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Api, type ApiOptions, startApi } from '../../product/api.ts'
import { Struck, signal } from './process.ts'
import type { Skew } from './skew.ts'

const RETRY_MS = 200
/** Milliseconds by which it has started, however busy the machine: one fault strikes at a time. */
const MOST_STARTING_MS = 120_000
/** A node that is told to end lets requests finish for ten seconds. */
const MOST_ENDING_MS = 60_000
const LINES = 60

/** An API process that is killed, stopped and started again, at the same address. */
export class Node extends Struck {
  readonly url: string
  readonly skew: Skew | undefined
  #api: Api | undefined
  readonly #options: ApiOptions
  readonly #begin: typeof startApi
  #ended = false
  #dying = false
  /**
   * Called where it ends by itself, or with an error when it is told to end; with the end of its log. It is started again, as by a
   * supervisor.
   */
  onCrash: (what: string, log: string) => void = () => {}
  /** Called where it does not start, or does not end when it is told to, with the end of its log. */
  onHang: (what: string, log: string) => void = (what, log) => {
    throw new Error(`${this.name} ${what}\n${log}`)
  }

  constructor(name: string, options: ApiOptions, skew?: Skew, begin = startApi) {
    super(name)
    this.#options = options
    this.#begin = begin
    this.skew = skew
    this.url = `http://127.0.0.1:${options.port}`
  }

  /** Starts it, again and again where what it needs is away. */
  async start(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    const all = { ...this.#options.environment, ...environment, ...this.skew?.environment }
    const slow = setTimeout(() => this.onHang('does not start', this.#end()), MOST_STARTING_MS)
    while (!this.#ended) {
      try {
        const api = await this.#begin({ ...this.#options, environment: all })
        clearTimeout(slow)
        this.#api = api
        this.#dying = false
        this.runs(true)
        void api.ended.then(() => this.#crashed(environment))
        return
      } catch {
        await pause(RETRY_MS)
      }
    }
    clearTimeout(slow)
  }

  async #crashed(environment: Readonly<Record<string, string>>): Promise<void> {
    if (this.#dying || this.#ended) return
    this.rests()
    this.onCrash('ended by itself', this.#end())
    await this.start(environment)
  }

  #log(): string[] {
    const { logFile } = this.#options
    return logFile === undefined ? [] : readFileSync(logFile, 'utf8').split('\n')
  }

  #end(): string {
    return this.#log().slice(-LINES).join('\n')
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

  /** Ends it in order, as a deployment does. */
  async terminate(): Promise<void> {
    this.#dying = true
    let isHung = false
    const slow = setTimeout(() => {
      isHung = true
      this.onHang('does not end when it is told to', this.#end())
      void this.kill()
    }, MOST_ENDING_MS)
    const code = await this.#api?.stop()
    clearTimeout(slow)
    this.rests()
    if (isHung || code === 0) return
    this.onCrash(`ended with exit code ${code} when it was told to end`, this.#end())
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
