import { type OperationName, operations } from '@sluice/contract'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CallExample } from '#copy/call-example.tsx'
import { State } from '#states/state.tsx'

interface FirstOneProps {
  readonly icon: TablerIcon
  readonly title: string
  /** The operation that makes one; its own example is shown. */
  readonly create: Extract<OperationName, `${string}.create`>
  readonly children: ReactNode
}

/** An empty list that says how the API makes the first one. */
export function FirstOne({ icon, title, create, children }: FirstOneProps) {
  const { path, example } = operations[create]
  return (
    <State icon={icon} title={title} action={<CallExample path={path} body={example?.body} />}>
      {children}
    </State>
  )
}
