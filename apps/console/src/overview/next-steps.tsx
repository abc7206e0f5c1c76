import { operations } from '@sluice/contract'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PageLink } from '#address/page-link.tsx'
import { CallExample } from '#copy/call-example.tsx'
import classes from './next-steps.module.css'

interface NextStepsProps {
  readonly hasKeys: boolean
  /** The one that sent last, else any. */
  readonly thing: { readonly id: string; readonly name: string } | undefined
}

/** From nothing to the first data: what is done, and the call for what comes next. */
export function NextSteps({ hasKeys, thing }: NextStepsProps) {
  const create = operations['things.create']
  return (
    <ol className={classes.steps}>
      <Step done={hasKeys} title={<PageLink href="/keys">Create a key</PageLink>}>
        Then keep it in your shell: <code>export SLUICE_KEY=…</code>
      </Step>
      <Step done={thing !== undefined} title="Add a thing">
        {!thing && (
          <>
            <p className={classes.before}>
              Its <PageLink href="/thing-types">thing type</PageLink> comes first, and before that
              the <PageLink href="/metric-definitions">metric definitions</PageLink> that the type
              names.
            </p>
            <CallExample path={create.path} body={create.example?.body} />
          </>
        )}
      </Step>
      <Step done={false} title="Send data">
        {thing && (
          <>
            The page of{' '}
            <PageLink href={`/things/${encodeURIComponent(thing.id)}`}>{thing.name}</PageLink> has
            the call.
          </>
        )}
      </Step>
      <Step done={false} title="Read it">
        <CallExample path={thing ? `/v2/thing/${thing.id}/recent` : '/v2/things'} />
      </Step>
    </ol>
  )
}

interface StepProps {
  readonly done: boolean
  readonly title: ReactNode
  readonly children?: ReactNode
}

function Step({ done, title, children }: StepProps) {
  const Icon = done ? IconCircleCheck : IconCircle
  return (
    <li className={classes.step}>
      <Icon
        size={18}
        stroke={1.6}
        data-done={done}
        role="img"
        aria-label={done ? 'Done' : 'To do'}
      />
      <div className={classes.body}>
        <div className={classes.title}>{title}</div>
        {children && <div className={classes.text}>{children}</div>}
      </div>
    </li>
  )
}
