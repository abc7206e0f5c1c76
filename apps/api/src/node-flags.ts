/** Node refuses to start with a flag that its V8 does not know; this release knows them all. */
const KNOWN_RELEASE = 26

const inKnownRelease = Number.parseInt(process.versions.node, 10) === KNOWN_RELEASE

/**
 * Flags for the API's Node.
 *
 * - While hundreds of requests wait for the telemetry store, they and their bodies exceed V8's default young generation
 *   (16 MB), and every collection copies all of them again.
 * - V8 would pretenure objects of kinds that mostly survive a collection, as those of waiting requests do. Once dead,
 *   they would keep everything they reference, whole requests, through every young collection.
 * - Bodies and blocks are outside of V8's heap. It would mark the whole heap again for each 64 MB of them, several
 *   times a second; if they count as part of the heap, they only let it grow.
 * - V8 interprets a function until it was called often, and a query runs through a thousand of them. With baseline
 *   compilation on the first call, the process answers half as many calls again while it is new. The start takes 0.1
 *   seconds and 5 MB more.
 */
export const nodeFlags: readonly string[] = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=64',
  '--no-allocation-site-pretenuring',
  '--always-sparkplug',
  ...(inKnownRelease ? ['--external-memory-accounted-in-global-limit'] : []),
]

/**
 * The environment of the API's Node, which the operator's own overrides. Each thread that frees a buffer leaves it to
 * glibc's heap for that thread, which can shrink only at its end; by default there may be eight of them per core. With
 * two of them a process that has served the largest calls is 216 MiB smaller, at no cost in CPU.
 */
export const nodeEnvironment: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '2' }
