import type { Core } from '../context.ts'
import { integrationsByPepper } from '../integrations/index.ts'
import { keysByPepper } from '../keys/index.ts'
import { invitationsByPepper } from '../members/index.ts'
import { providersByPepper } from '../sign-in/index.ts'

/** What depends on a version of the pepper, across all organizations. */
export interface PepperUse {
  readonly version: number
  /** Whether it is in KEY_PEPPERS. If not, its keys are refused, and signing secrets cannot be opened. */
  readonly configured: boolean
  /** Whether new keys and signing secrets use it. */
  readonly newest: boolean
  readonly activeKeys: number
  /** When any of these keys was last used; null if none ever was. */
  readonly lastUsedAt: string | null
  /** Integrations whose signing secret is sealed with it. */
  readonly integrations: number
  /** Open invitations whose link needs it. */
  readonly invitations: number
  /** Organizations whose provider's client secret is sealed with it. */
  readonly providers: number
}

/** Every version that is configured or needed, oldest first. For operators. */
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

/** Versions that are needed but not configured: what needs them does not work. */
export async function lackingPeppers(
  core: Pick<Core, 'db' | 'peppers' | 'clock'>,
): Promise<number[]> {
  const uses = await pepperUses(core)
  return uses.filter(({ configured }) => !configured).map(({ version }) => version)
}
