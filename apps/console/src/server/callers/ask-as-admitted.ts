import type { ActorName, Call, Output } from '@sluice/contract'
import { perform, unmet } from '@sluice/core'
import { Problem } from '@sluice/runtime'
import { texts } from '#texts/server.ts'
import { core } from '../core.ts'
import { admissionIn, readSession } from '../session/session.ts'

/** Performs an operation for one part of a long response. Throws {@link Problem}. */
export type Ask = <Name extends ActorName>(name: Name, call: Call<Name>) => Promise<Output<Name>>

interface Asked {
  readonly headers: Headers
  readonly organizationId: string
  readonly requestId: string
  readonly address: string | null
}

/**
 * For responses that continue after their request was admitted. Reads session, membership, role and rules again for
 * each part, so that a removed member gets no more of it. Generators of such responses get this function instead of an
 * actor, which they would keep.
 */
export function askAsAdmitted({ headers, organizationId, requestId, address }: Asked): Ask {
  return async (name, call) => {
    const session = await readSession(headers, 'keep')
    const admission = await admissionIn(session, organizationId)
    if (admission?.unmet) throw unmet(admission.unmet)
    if (!admission) throw new Problem('not-found', { detail: texts.noOrganization })
    return perform(core(), { name, actor: admission.actor, call, requestId, address })
  }
}
