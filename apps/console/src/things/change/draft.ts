import type { Thing, ThingChange } from '@sluice/contract'
import { type LabelRow, labelRows, readLabels } from '#form/labels.ts'
import { texts } from '#texts/things-change.ts'

/** The kinds of changes to many things. */
export type ChangeKind = 'edit' | 'move' | 'retire'

/** The form's state. */
export interface ChangeDraft {
  readonly site: 'keep' | 'into' | 'out'
  readonly siteId: string | null
  readonly addFleetIds: readonly string[]
  readonly removeFleetIds: readonly string[]
  readonly status: Thing['status'] | null
  readonly labels: readonly LabelRow[]
  /** Names of labels to remove. */
  readonly removed: readonly string[]
}

/** The form's state for a change entered before, or for no change. */
export function draftOf(change: ThingChange): ChangeDraft {
  const { siteId, addFleetIds = [], removeFleetIds = [], status = null, labels = {} } = change
  const set = Object.entries(labels).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  )
  return {
    site: siteId === undefined ? 'keep' : siteId === null ? 'out' : 'into',
    siteId: siteId ?? null,
    ...{ addFleetIds, removeFleetIds, status },
    labels: labelRows(Object.fromEntries(set)),
    removed: Object.keys(labels).filter((name) => labels[name] === null),
  }
}

/** The change that the form describes, with its errors by field. */
export function changeOf(kind: ChangeKind, draft: ChangeDraft) {
  if (kind === 'retire') return { change: { status: 'Retired' } satisfies ThingChange, faults: {} }
  return kind === 'move' ? moveOf(draft) : editOf(draft)
}

function moveOf({ site, siteId, addFleetIds, removeFleetIds }: ChangeDraft) {
  const faults: Record<string, string> = {}
  if (site === 'into' && siteId === null) faults.site = texts.form.site.choose
  const change: ThingChange = {
    ...(site === 'into' && { siteId }),
    ...(site === 'out' && { siteId: null }),
    ...(addFleetIds.length > 0 && { addFleetIds: [...addFleetIds] }),
    ...(removeFleetIds.length > 0 && { removeFleetIds: [...removeFleetIds] }),
  }
  return { change, faults }
}

function editOf({ status, labels: rows, removed }: ChangeDraft) {
  const found: [field: string, words: string][] = []
  const labels: Record<string, string | null> = {
    ...Object.fromEntries(removed.map((name) => [name, null])),
    ...readLabels(rows, (field, words) => found.push([field.replace('/', '.'), words])),
  }
  const change: ThingChange = {
    ...(status && { status }),
    ...(Object.keys(labels).length > 0 && { labels }),
  }
  const faults = Object.fromEntries(
    found.map(([field, words]) => [field, texts.form.labels.fault(words)]),
  )
  return { change, faults }
}
