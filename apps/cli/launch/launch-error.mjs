/** Something a person must change before the product can start. The message says what, and is all they see. */
export class LaunchError extends Error {
  /** @override */
  name = 'LaunchError'
}
