import { type Tier, tiers } from '@sluice/contract'
import type { Core } from '@sluice/core'

type Buckets = Pick<Core, 'buckets'>

/** For tests: a unit of a tier of an organization that has the usual figures. */
function drawOf(organization: string, tier: Tier, key?: string) {
  return { organization, tier, limit: tiers[tier], key, share: undefined }
}

/** Takes units as so many successful requests would: all of them unless told otherwise. */
export async function drain(
  { buckets }: Buckets,
  organization: string,
  tier: Tier,
  units: number = tiers[tier].burst,
): Promise<void> {
  for (let i = 0; i < units; i += 1) await buckets.take(drawOf(organization, tier))
}

/** Fails as so many requests of a key would. */
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

/** Units in the buckets of a tier, those of a key with them where it is named. */
export async function leftIn({ buckets }: Buckets, organization: string, tier: Tier, key?: string) {
  return buckets.look(drawOf(organization, tier, key))
}
