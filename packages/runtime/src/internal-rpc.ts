/** What one process of a machine may ask another: the buckets and the samples that it holds in memory. */
export type InternalTopic = 'buckets' | 'samples'

/** A port to the process that holds the state. The shells bring the transport. */
export interface InternalRpc {
  /**
   * Asks a question, as JSON, and resolves to the answer.
   *
   * Rejects with {@link NobodyThere} while that process does not run, and with any other error where it runs and
   * fails, or has not answered within `patience` milliseconds.
   */
  ask(topic: InternalTopic, question: object, patience?: number): Promise<unknown>
}

/** The process that holds the state does not run. */
export class NobodyThere extends Error {
  override readonly name = 'NobodyThere'
}
