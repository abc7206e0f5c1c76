import type { ThingFreshness } from '@sluice/contract'
import { texts } from '#texts/things.ts'

/** Labels of freshness; status marks use the same words. */
export const freshnessLabels: Record<ThingFreshness, string> = texts.freshnesses

/** Explanations of freshness. */
export const freshnessHints: Record<ThingFreshness, string> = texts.hints
