import { texts } from '#texts/audit.ts'
import classes from './changes.module.css'
import { type Change, listChange, written } from './changes-of.ts'

/** Before and after, field by field. Signs and words carry the meaning too, not only colour. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return <p className={classes.none}>{texts.fields.none}</p>
  return (
    <dl className={classes.changes}>
      {changes.map((change) => (
        <div key={change.field} className={classes.change}>
          <dt>{change.field}</dt>
          <dd>
            <Sides change={change} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Sides({ change }: { change: Change }) {
  const list = listChange(change)
  if (!list) {
    return (
      <>
        {change.before !== undefined && <Line sign="−" text={written(change.before)} />}
        {change.after !== undefined && <Line sign="+" text={written(change.after)} />}
      </>
    )
  }
  const isEmpty = list.removed.length + list.added.length + list.kept === 0
  return (
    <>
      {list.removed.map((text) => (
        <Line key={`− ${text}`} sign="−" text={text} />
      ))}
      {list.added.map((text) => (
        <Line key={`+ ${text}`} sign="+" text={text} />
      ))}
      {list.kept > 0 && <span className={classes.kept}>{texts.fields.kept(list.kept)}</span>}
      {isEmpty && <span className={classes.kept}>{texts.fields.empty}</span>}
    </>
  )
}

const spoken = { '−': texts.fields.before, '+': texts.fields.after } as const

function Line({ sign, text }: { sign: '−' | '+'; text: string }) {
  return (
    <span className={classes.line} data-sign={sign}>
      <span aria-hidden>{sign}</span>
      <span className={classes.spoken}>{spoken[sign]}</span>
      <code>{text}</code>
    </span>
  )
}
