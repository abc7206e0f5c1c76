import { texts } from '#texts/security-log.ts'

interface Act {
  readonly act: string
  readonly by: 'own' | 'operator'
  readonly times: number
}

/** The text of an entry in the security log: "Wrong password, 12 times". */
export function actWords({ act, by, times }: Act): string {
  const what = texts.acts[act] ?? act
  const whose = by === 'operator' ? texts.byOperator(what) : what
  return times > 1 ? texts.times(whose, times) : whose
}
