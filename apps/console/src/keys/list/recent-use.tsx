import type { Key } from '@sluice/contract'
import { useRelativeTime } from '#format/time.tsx'
import { texts } from '#texts/keys-revoke.tsx'

interface RecentUseProps {
  readonly record: Key
  /** Calls of the last days; undefined while they are unknown. */
  readonly calls: number | undefined
}

/** The last use of a key, as far as it is known: a key without calls can be one whose calls were all refused. */
export function RecentUse({ record, calls }: RecentUseProps) {
  const relative = useRelativeTime()
  if (record.lastUsedAt) {
    return texts.several.lastUsed(relative(record.lastUsedAt), record.lastUsedIp, calls)
  }
  if (calls === undefined) return ''
  return calls > 0 ? texts.several.allRefused : texts.several.neverUsed
}
