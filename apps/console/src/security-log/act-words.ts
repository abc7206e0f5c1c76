import { texts } from '#texts/security-log.ts'

interface Act {
  readonly act: string
  readonly by: 'own' | 'operator'
  readonly times: number
}

/** What an entry of the security log says: "Wrong password, 12 times". */
export function actWords({ act, by, times }: Act): string {
  const what = texts.acts[act] ?? act
  const whose = by === 'operator' ? texts.byOperator(what) : what
  return times > 1 ? texts.times(whose, times) : whose
}
