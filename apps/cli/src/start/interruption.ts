/** A person, the system or the launcher wants an end: no failure. */
export class Interruption extends Error {
  override readonly name = 'Interruption'
  readonly by: NodeJS.Signals

  constructor(by: NodeJS.Signals) {
    super(`Ended by ${by}.`)
    this.by = by
  }
}

/** Everything that can end the run. */
export interface End {
  /** Aborted with an {@link Interruption}, or with the error that makes starting impossible. */
  readonly signal: AbortSignal
  /** Rejects with the signal's reason. */
  readonly interrupted: Promise<never>
  /** Aborted when somebody insists while all is being stopped. */
  readonly hurry: AbortSignal
  because(error: unknown): void
  close(): void
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** One Ctrl-C comes several times: from the terminal, from npm and from the launcher. */
const sameWishMs = 1000

export function listenForEnd(note: (line: string) => void): End {
  const end = new AbortController()
  const hurry = new AbortController()
  let since = 0

  // Without a signal the launcher is gone.
  function interrupt(by: NodeJS.Signals = 'SIGTERM') {
    if (!end.signal.aborted) {
      since = performance.now()
      note('\n  Stopping. Press Ctrl-C again to stop at once')
      end.abort(new Interruption(by))
    } else if (performance.now() - since > sameWishMs) {
      hurry.abort()
    }
  }

  const interrupted = new Promise<never>((_, reject) => {
    end.signal.addEventListener('abort', () => reject(end.signal.reason))
  })
  // It may come while nobody waits yet.
  interrupted.catch(() => {})
  const orphaned = () => interrupt()
  for (const signal of signals) process.on(signal, interrupt)
  // Forked by the launcher: without it nobody would ever stop this process.
  if (process.connected) process.on('disconnect', orphaned)
  return {
    ...{ signal: end.signal, hurry: hurry.signal, interrupted },
    because: (error) => end.abort(error),
    close() {
      for (const signal of signals) process.off(signal, interrupt)
      process.off('disconnect', orphaned)
    },
  }
}
