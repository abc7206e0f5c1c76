'use client'

import { ActionIcon, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { PageLink } from '#address/page-link.tsx'
import { useTRPCClient } from '#data/trpc.ts'
import { DeleteDialog } from '#form/delete-dialog.tsx'
import { Time } from '#format/time.tsx'
import { texts } from '#texts/explore-views.ts'
import type { View } from './save-view.tsx'
import classes from './saved-views.module.css'

interface ViewListProps {
  readonly views: readonly View[]
  readonly mayChange: boolean
  readonly onOpen: () => void
}

/** Opening a view is a navigation, so the Back button undoes it. */
export function ViewList({ views, mayChange, onOpen }: ViewListProps) {
  const client = useTRPCClient()
  const [deleting, askFor] = useState<View>()
  if (views.length === 0) {
    return <p className={classes.none}>{texts.none}</p>
  }
  return (
    <>
      <ul className={classes.views} aria-label={texts.title}>
        {views.map((view) => (
          <li key={view.id} className={classes.view}>
            <PageLink href={`/explore?${view.query}`} onClick={onOpen} className={classes.name}>
              {view.name}
            </PageLink>
            <span className={classes.by}>
              {view.createdBy.name}, <Time iso={view.updatedAt} />
            </span>
            {mayChange && (
              <Tooltip label={texts.delete}>
                <ActionIcon
                  size={28}
                  variant="subtle"
                  aria-label={texts.deleteOf(view.name)}
                  onClick={() => askFor(view)}
                >
                  <IconTrash size={15} stroke={1.6} />
                </ActionIcon>
              </Tooltip>
            )}
          </li>
        ))}
      </ul>
      <DeleteDialog
        action={texts.delete}
        name={deleting?.name ?? ''}
        remove={() => client.savedViews.delete.mutate({ id: deleting?.id ?? '' })}
        opened={deleting !== undefined}
        onClose={() => askFor(undefined)}
      >
        {texts.lost}
      </DeleteDialog>
    </>
  )
}
