import type { CheckStep, KeyCheck } from '@sluice/contract'
import { texts } from '#texts/keys-change.tsx'
import classes from './verdict.module.css'

const names: Record<CheckStep, string> = texts.verdict.steps

const shapes = {
  passed: <path d="M2 6.4l2.8 2.8L10 3" />,
  failed: <path d="M2.5 2.5l7 7M9.5 2.5l-7 7" />,
  'not-reached': <path d="M3 6h6" />,
} as const

const words = texts.verdict.results

/** Whether the call would be allowed, with each check in the order of a real call. */
export function Verdict({ check }: { check: KeyCheck }) {
  const { allowed, steps, problem } = check
  return (
    <div className={classes.verdict} data-allowed={allowed}>
      <h3 className={classes.title}>
        {allowed ? texts.verdict.yes : texts.verdict.no(problem?.status ?? '', problem?.code ?? '')}
      </h3>
      <ol className={classes.steps}>
        {steps.map(({ step, result, detail }) => (
          <li key={step} data-result={result}>
            <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden>
              <g fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round">
                {shapes[result]}
              </g>
            </svg>
            <span className={classes.step}>
              {names[step]} <span className={classes.result}>{words[result]}</span>
            </span>
            <span className={classes.detail}>{detail}</span>
          </li>
        ))}
      </ol>
      {problem?.errors?.map(({ pointer, detail }) => (
        <p key={`${pointer} ${detail}`} className={classes.fault}>
          <code>{pointer}</code> {detail}
        </p>
      ))}
    </div>
  )
}
