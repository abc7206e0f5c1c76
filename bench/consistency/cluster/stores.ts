import { familyOf, Struck, signal } from './process.ts'

interface Server {
  readonly serverPid: number
  readonly exited: Promise<unknown>
  stop(): Promise<void>
}

/** The engine or Postgres, killed, stopped and started again on its directory. */
export class Store<Process extends Server> extends Struck {
  readonly #fork: () => Promise<Process>
  #process: Process
  #halted: readonly number[] = []

  constructor(name: string, running: Process, fork: () => Promise<Process>) {
    super(name)
    this.#process = running
    this.#fork = fork
    this.runs(true)
  }

  async kill(): Promise<void> {
    this.rests()
    signal([this.#process.serverPid], 'SIGKILL')
    await this.#process.exited
  }

  async start(): Promise<void> {
    this.#process = await this.#fork()
    this.runs(true)
  }

  /** Stops it with all its children. */
  halt(): void {
    this.rests()
    this.#halted = familyOf(this.#process.serverPid)
    signal(this.#halted, 'SIGSTOP')
  }

  resume(): void {
    signal(this.#halted, 'SIGCONT')
    this.runs(false)
  }

  async stop(): Promise<void> {
    await this.#process.stop()
  }
}
