/** A Node refuses to start with a flag that its V8 does not know; this release's is known to have them all. */
const KNOWN_RELEASE = 26

const inKnownRelease = Number.parseInt(process.versions.node, 10) === KNOWN_RELEASE

/**
 * Flags for the API's Node.
 *
 * - While hundreds of requests wait for the telemetry store, they and their bodies outgrow V8's default
 *   young generation (16 MB), and every collection copies all of them again.
 * - V8 would make objects old at birth where most of their kind outlive a collection, as those of waiting
 *   requests do. Dead ones then keep all that they point at, whole requests, through every young collection.
 * - Bodies and blocks lie outside V8's heap. It would mark the whole heap again with each 64 MB of them,
 *   several times a second; counted as a part of the heap they only let it grow.
 * - V8 interprets a function until it was called often, and a question runs through a thousand of them. Compiled
 *   at the first call, without being optimized, they answer half as many calls again while they are new. The
 *   start takes 0.1 seconds and 5 MB more.
 */
export const nodeFlags: readonly string[] = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=64',
  '--no-allocation-site-pretenuring',
  '--always-sparkplug',
  ...(inKnownRelease ? ['--external-memory-accounted-in-global-limit'] : []),
]
