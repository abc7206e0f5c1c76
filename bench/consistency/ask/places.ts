import type { Dice } from '../dice.ts'
import { type Control, membersOf } from '../model/control.ts'
import { type MetricKey, metricKeys, type Thing } from '../model/thing.ts'
import { metricsOf } from './choices.ts'
import type { Askable } from './question.ts'

/** A site or a fleet that is asked about. */
export interface AskedPlace {
  readonly by: 'site' | 'fleet'
  readonly id: string
  /** With a slash at its end. */
  readonly path: string
  readonly members: (control: Control) => readonly Thing[]
  /** Metrics that some thing of it has for certain: any other would be refused. */
  readonly keys: readonly MetricKey[]
}

export function placeAsked(askable: Askable, dice: Dice): AskedPlace {
  const { things, controls, siteIds, fleetIds } = askable
  const by = dice.chance(0.6) ? 'site' : 'fleet'
  const id = dice.of(by === 'site' ? siteIds : fleetIds)
  const members = (control: Control) => membersOf(control, things, by, id)
  const keys = metricKeys.filter((key) =>
    controls.every((control) => metricsOf(members(control)).includes(key)),
  )
  return { by, id, path: `/v2/${by}/${id}/`, members, keys }
}
