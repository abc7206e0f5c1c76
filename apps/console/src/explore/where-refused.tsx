import { IconFilterQuestion } from '@tabler/icons-react'
import { State } from '#states/state.tsx'
import { texts } from '#texts/explore-where.ts'

/** In place of charts whose condition the API refuses. */
export default function WhereRefused() {
  return (
    <div role="status">
      <State icon={IconFilterQuestion} title={texts.refused.title}>
        {texts.refused.text}
      </State>
    </div>
  )
}
