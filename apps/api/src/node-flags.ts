/** From this release on Node's V8 is known to have the flag; one that has not refuses to start. */
const RELEASE_WITH_EXTERNAL_LIMIT = 24

/**
 * Flags for the API's Node.
 *
 * - While hundreds of requests wait for the telemetry store, they and their bodies outgrow V8's default
 *   young generation (16 MB), and every collection copies all of them again.
 * - Bodies and blocks lie outside V8's heap. It would mark the whole heap again with each 64 MB of them,
 *   several times a second; counted as a part of the heap they only let it grow.
 */
export const nodeFlags: readonly string[] = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=64',
  ...(release() >= RELEASE_WITH_EXTERNAL_LIMIT
    ? ['--external-memory-accounted-in-global-limit']
    : []),
]

function release(): number {
  return Number.parseInt(process.versions.node, 10)
}
