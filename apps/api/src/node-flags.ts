/**
 * Flags for the API's Node. While hundreds of requests wait for the telemetry store, they and their bodies
 * outgrow V8's default young generation (16 MB), and every collection copies all of them again.
 */
export const nodeFlags: readonly string[] = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=64',
]
