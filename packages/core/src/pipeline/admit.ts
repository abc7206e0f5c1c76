import { type Operation, type OperationName, operations } from '@sluice/contract'
import { andThen, attempt, noteCaller, Problem } from '@sluice/runtime'
import type { KeyActor } from '../actor.ts'
import { type Reservation, reserve } from '../buckets/index.ts'
import { verifyKey } from '../keys/index.ts'
import { requireRoomForSamples } from '../quotas/index.ts'
import type { Progress } from './progress.ts'

/** Steps 1 to 4: authenticates the request, and reserves a unit of its bucket. */
export function admit(progress: Progress): KeyActor | Promise<KeyActor> {
  return andThen(attempt(authentication, progress), hold, progress)
}

function hold(actor: KeyActor, progress: Progress): KeyActor | Promise<KeyActor> {
  progress.actor = actor
  noteCaller(actor.organization.id, progress.startedAt)
  const reserved = reserve(progress.core, actor, operations[progress.name], progress.at)
  return andThen(reserved, keepHeld, progress)
}

function keepHeld(held: Reservation, progress: Progress): KeyActor {
  progress.held = held
  const actor = progress.actor as KeyActor
  // Before its body is read.
  requireRoom(actor, progress.name)
  return actor
}

/** Throws `quota-exceeded` if the operation stores samples and the organization's quota is used up. */
export function requireRoom({ organization }: KeyActor, name: OperationName): void {
  if ((operations[name] as Operation).ingests) requireRoomForSamples(organization)
}

/** Steps 1 to 3. A request that fails them counts only against its address. */
const authentication = { work: verify, next: noteUse, failed: refuse }

function verify(progress: Progress): KeyActor | Promise<KeyActor> {
  return verifyKey(progress.core, progress.request, progress.at, progress)
}

function noteUse(actor: KeyActor, { core, at, address }: Progress): KeyActor {
  core.lastSeen.keyUsed(actor.organization.id, actor.id, at, address)
  return actor
}

/** Checked only after a failure: a request that authenticates is not refused because of others at its address. */
function refuse(error: unknown, progress: Progress): never {
  if (error instanceof Problem && (error.status === 401 || error.code === 'address-not-allowed')) {
    progress.refusal = error
    progress.core.addresses.blame(progress.request.address)
  }
  throw error
}
