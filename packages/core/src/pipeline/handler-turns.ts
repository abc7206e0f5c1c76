import { type ActorName, operations } from '@sluice/contract'
import { fairQueue, Problem } from '@sluice/runtime'

/**
 * Calls about control data that an organization has under way at once: more would only wait for its connections of
 * Postgres. What became ready in one turn of the event loop is worked on in that turn, so forty changes of one
 * organization would make everybody wait for forty.
 */
const turns = fairQueue({
  ...{ slots: 64, perOwner: 6, longest: 256, patience: 5_000 },
  refusal: () =>
    new Problem('unavailable', {
      detail: 'Too many requests of your organization are under way. Send fewer at a time.',
      retryAfter: 1,
    }),
})

/** Runs a handler, in its organization's turn where it is one of control data. */
export function inTurn(organization: string, name: ActorName, handle: () => unknown): unknown {
  if (operations[name].tier.startsWith('data')) return handle()
  return turns.run(organization, async () => handle())
}
