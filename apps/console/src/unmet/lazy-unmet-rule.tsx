'use client'

import dynamic from 'next/dynamic'

/** Loaded when shown, because it includes the setup of a second factor. */
export const LazyUnmetRule = dynamic(() =>
  import('./unmet-rule.tsx').then((module) => module.UnmetRule),
)
