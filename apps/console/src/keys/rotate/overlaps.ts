import { texts } from '#texts/keys-revoke.tsx'

/** How long the old key string stays valid after a rotation, in seconds. */
export const overlaps = [
  { value: '0', label: texts.overlaps.none.label, hint: texts.overlaps.none.hint },
  { value: '3600', label: texts.overlaps.hour.label, hint: texts.overlaps.hour.hint },
  { value: '86400', label: texts.overlaps.day.label, hint: texts.overlaps.day.hint },
  { value: '604800', label: texts.overlaps.week.label, hint: texts.overlaps.week.hint },
] as const
