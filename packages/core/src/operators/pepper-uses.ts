import type { Core } from '../context.ts'
import { integrationsByPepper } from '../integrations/index.ts'
import { keysByPepper } from '../keys/index.ts'
import { invitationsByPepper } from '../members/index.ts'
import { providersByPepper } from '../sign-in/index.ts'

/** What depends on a version of the pepper, in all organizations. */
export interface PepperUse {
  readonly version: number
  /** Is it in KEY_PEPPERS? Keys of one that is not are refused, and signing secrets cannot be opened. */
  readonly configured: boolean
  /** Is it what new keys and signing secrets use? */
  readonly newest: boolean
  readonly activeKeys: number
  /** When the latest of these keys was used; null where none ever was. */
  readonly lastUsedAt: string | null
  /** Integrations whose signing secret is sealed under it. */
  readonly integrations: number
  /** Open invitations whose link could not be shown any more. */
  readonly invitations: number
  /** Organizations whose provider's client secret is sealed under it. */
  readonly providers: number
}

/** Every version that is configured or that something needs, the oldest first. An operator's view. */
export async function pepperUses(
  core: Pick<Core, 'db' | 'peppers' | 'clock'>,
): Promise<PepperUse[]> {
  const { peppers } = core
  const [keys, integrations, invitations, providers] = await Promise.all([
    keysByPepper(core),
    integrationsByPepper(core),
    invitationsByPepper(core),
    providersByPepper(core),
  ])
  const versions = new Set(
    [peppers, keys, integrations, invitations, providers].flatMap((uses) => [...uses.keys()]),
  )
  const newest = Math.max(...peppers.keys())
  return [...versions]
    .sort((a, b) => a - b)
    .map((version) => ({
      version,
      configured: peppers.has(version),
      newest: version === newest,
      ...(keys.get(version) ?? { activeKeys: 0, lastUsedAt: null }),
      integrations: integrations.get(version) ?? 0,
      invitations: invitations.get(version) ?? 0,
      providers: providers.get(version) ?? 0,
    }))
}
