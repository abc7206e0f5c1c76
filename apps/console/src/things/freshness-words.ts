import type { ThingFreshness } from '@sluice/contract'
import { texts } from '#texts/things.ts'

/** What a freshness is called; each is also a status by shape and colour. */
export const freshnessLabels: Record<ThingFreshness, string> = texts.freshnesses

/** What it means, for who wonders. */
export const freshnessHints: Record<ThingFreshness, string> = texts.hints
