import type { ReactNode } from 'react'
import classes from './lone-panel.module.css'
import { Mark } from './mark.tsx'

/** A page outside the frame: the logo, a title and one task. Content with its own title omits `title`. */
export function LonePanel({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <main className={classes.page}>
      <div className={classes.panel}>
        <div className={classes.mark}>
          <Mark size={36} />
        </div>
        {title !== undefined && <h1 className={classes.title}>{title}</h1>}
        {children}
      </div>
    </main>
  )
}
