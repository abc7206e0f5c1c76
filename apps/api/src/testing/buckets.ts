import { type Tier, tiers } from '@sluice/contract'
import type { Core } from '@sluice/core'

type Buckets = Pick<Core, 'buckets'>

/** A draw of one unit of a tier, for an organization with default limits. */
function drawOf(organization: string, tier: Tier, key?: string) {
  return { organization, tier, limit: tiers[tier], key, share: undefined }
}

/** Takes units as that many successful requests would: by default all. */
export async function drain(
  { buckets }: Buckets,
  organization: string,
  tier: Tier,
  units: number = tiers[tier].burst,
): Promise<void> {
  for (let i = 0; i < units; i += 1) await buckets.take(drawOf(organization, tier))
}

/** Charges failures as that many failed requests of a key would. */
export async function failTimes(
  { buckets }: Buckets,
  organization: string,
  tier: Tier,
  { key, times }: { readonly key: string; readonly times: number },
) {
  for (let i = 0; i < times; i += 1) {
    await buckets.take(drawOf(organization, tier, key))
    await buckets.giveBack(drawOf(organization, tier, key))
  }
}

/** The levels of the buckets of a tier, including those of a key if it is given. */
export async function leftIn({ buckets }: Buckets, organization: string, tier: Tier, key?: string) {
  return buckets.look(drawOf(organization, tier, key))
}
