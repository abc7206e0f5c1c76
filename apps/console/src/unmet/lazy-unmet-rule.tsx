'use client'

import dynamic from 'next/dynamic'

/** Fetched where it is shown, since it brings the setup of a second factor: every other page does without. */
export const LazyUnmetRule = dynamic(() =>
  import('./unmet-rule.tsx').then((module) => module.UnmetRule),
)
