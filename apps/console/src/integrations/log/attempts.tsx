import type { DeliveryDetail } from '@sluice/contract'
import { ExactTime } from '#format/exact-time.tsx'
import { texts } from '#texts/integrations-log.ts'
import classes from './attempts.module.css'

type Attempt = DeliveryDetail['attempts'][number]

/** Every attempt with its request and response, newest first. */
export function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return <p className={classes.none}>{texts.attempts.none}</p>
  return (
    <ol className={classes.attempts}>
      {attempts.map((attempt) => (
        <li key={attempt.at}>
          <details>
            <summary>
              <span className={classes.outcome} data-failed={attempt.error !== null || undefined}>
                {attempt.status ?? texts.attempts.noResponse}
              </span>
              <ExactTime iso={attempt.at} />
              <span className={classes.took}>
                {texts.attempts.took(Math.round(attempt.durationSeconds * 1000))}
              </span>
            </summary>
            <Exchange attempt={attempt} />
          </details>
          {attempt.error && <p className={classes.error}>{attempt.error}</p>}
        </li>
      ))}
    </ol>
  )
}

function Exchange({ attempt }: { attempt: Attempt }) {
  const { requestHeaders, responseHeaders, responseBody } = attempt
  return (
    <div className={classes.exchange}>
      <h4>{texts.attempts.requestHeaders}</h4>
      <pre>{lines(requestHeaders)}</pre>
      {responseHeaders && (
        <>
          <h4>{texts.attempts.responseHeaders}</h4>
          <pre>{lines(responseHeaders)}</pre>
          <h4>{texts.attempts.answer}</h4>
          <pre>{responseBody || texts.attempts.empty}</pre>
        </>
      )}
    </div>
  )
}

function lines(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}
