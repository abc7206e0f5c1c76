import type { ReactNode } from 'react'
import classes from './section.module.css'

/** The first words of a section: what it is for. */
export function SectionLead({ children }: { readonly children: ReactNode }) {
  return <p className={classes.lead}>{children}</p>
}
