/**
 * Asks once for all who want an answer at the same time. Whoever comes while it is being asked takes part in the next one: an
 * answer must be of after the question.
 */
export function joined<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<Answer> | undefined
  return () => {
    next ??= running.then(() => {
      next = undefined
      const asked = ask()
      running = asked.catch(() => {})
      return asked
    })
    return next
  }
}
