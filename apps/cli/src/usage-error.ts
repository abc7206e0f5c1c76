/** Something is wrong with the command line itself. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
