import type { ReactNode } from 'react'
import classes from './section.module.css'

/** One sentence on the purpose of a section. */
export function SectionLead({ children }: { readonly children: ReactNode }) {
  return <p className={classes.lead}>{children}</p>
}
