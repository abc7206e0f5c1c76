/**
 * What Node is started with for the API's process. While hundreds of requests wait for the telemetry store, they and their
 * bodies outgrow the young generation of V8's default (16 MB), and every collection copies all of them again.
 */
export const nodeFlags: readonly string[] = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=64',
]
