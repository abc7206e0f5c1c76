import { Fragment } from 'react'
import classes from './reference.module.css'

/** Renders the subset of Markdown that the document's descriptions use: paragraphs, lists and code. */
export function Words({ text }: { text: string }) {
  return text.split(/\n{2,}/).map((part) =>
    part.startsWith('- ') ? (
      <ul key={part} className={classes.list}>
        {part.split('\n').map((line) => (
          <li key={line}>
            <Inline text={line.replace(/^- /, '')} />
          </li>
        ))}
      </ul>
    ) : (
      <p key={part} className={classes.words}>
        <Inline text={part} />
      </p>
    ),
  )
}

function Inline({ text }: { text: string }) {
  const parts = text.split('`')
  return parts.map((part, i) => {
    const key = parts.slice(0, i + 1).join('`')
    return i % 2 === 1 ? <code key={key}>{part}</code> : <Fragment key={key}>{part}</Fragment>
  })
}
