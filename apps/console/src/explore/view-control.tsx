'use client'

import { SegmentedControl } from '@mantine/core'
import { texts } from '#texts/explore-page.ts'
import { useUrlState } from '#url/use-url-state.ts'
import type { Question } from './question.ts'

/** Whether series are shown as charts or tables. */
export default function ViewControl({ view }: Pick<Question, 'view'>) {
  const { filter } = useUrlState()
  return (
    <SegmentedControl
      size="xs"
      aria-label={texts.controls.shownAs}
      data={[
        { value: 'chart', label: texts.controls.chart },
        { value: 'table', label: texts.controls.table },
      ]}
      value={view}
      onChange={(chosen) => filter({ view: chosen === 'chart' ? null : chosen })}
    />
  )
}
