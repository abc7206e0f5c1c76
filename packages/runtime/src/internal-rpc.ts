/** What a process may ask another one on the same machine: about buckets and samples in its memory. */
export type InternalTopic = 'buckets' | 'samples'

/** A port to the process that has the state. Shells provide the transport. */
export interface InternalRpc {
  /**
   * Sends a question as JSON, and resolves to the answer.
   *
   * Rejects with {@link NobodyThere} if that process does not run, and with any other error if it runs and fails, or
   * has not answered within `timeoutMs` milliseconds.
   */
  ask(topic: InternalTopic, question: object, timeoutMs?: number): Promise<unknown>
}

/** The process that has the state does not run. */
export class NobodyThere extends Error {
  override readonly name = 'NobodyThere'
}
