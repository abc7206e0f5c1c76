import type { ReactNode } from 'react'
import { Mark } from '#frame/mark.tsx'
import classes from './reset-password.module.css'

/** A page for strangers: the mark, a title, and one thing to do. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={classes.page}>
      <div className={classes.panel}>
        <div className={classes.mark}>
          <Mark size={36} />
        </div>
        <h1 className={classes.title}>{title}</h1>
        {children}
      </div>
    </main>
  )
}
