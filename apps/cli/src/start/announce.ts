import { fields } from '../output.ts'
import type { Summary } from './bring-up.ts'

const noAccount = 'npx sluice organizations create --id ID --name NAME --admin EMAIL'

/** Tells how to reach the running product; as JSON for programs. */
export function announce(summary: Summary, options: { json?: boolean }): void {
  const text = options.json ? JSON.stringify(withCurl(summary)) : banner(summary)
  process.stdout.write(`${text}\n`)
}

function withCurl(summary: Summary) {
  const curl = curlLine(summary)
  return { ...summary, ...(curl && { curl }) }
}

function banner(summary: Summary): string {
  const { demo } = summary
  const curl = curlLine(summary)
  const lines = fields({
    Console: summary.console,
    'Sign in': signIn(summary),
    ...(!demo && { 'No account': noAccount }),
    API: summary.api,
    ...(curl && { Try: curl }),
    Data: summary.data,
    ...(summary.postgres && { Postgres: summary.postgres }),
  })
  return [
    '',
    'Sluice is running.',
    '',
    indented(lines),
    '',
    ...(demo?.once ? ['Keep the password and the key: they are shown only once.'] : []),
    'Ctrl-C stops everything.',
    '',
  ].join('\n')
}

function signIn({ demo }: Summary): string {
  if (!demo) return 'with your account (forgotten? npx sluice users set-password EMAIL)'
  if (demo.once) return `${demo.email}   password: ${demo.once.password}`
  return `${demo.email} (forgotten? npx sluice users set-password ${demo.email})`
}

function curlLine({ api, demo }: Summary): string | undefined {
  if (!demo?.once) return undefined
  const { key, thingId } = demo.once
  return `curl -s -H 'X-Api-Key: ${key}' '${api}/v2/thing/${thingId}/recent'`
}

function indented(text: string): string {
  return text.replace(/^/gm, '  ')
}
