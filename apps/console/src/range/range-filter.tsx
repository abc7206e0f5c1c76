'use client'

import { CloseButton } from '@mantine/core'
import { useZone } from '#preferences/preferences-provider.tsx'
import { texts } from '#texts/range.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { RangeField } from './range-field.tsx'
import { typedText } from './typed-range.ts'

const { lengths } = texts
const presets = {
  'now-1h': lengths.hour,
  'now-24h': lengths.day,
  'now-7d': lengths.week,
  'now-30d': lengths.month,
  'now-365d': lengths.year,
}

/** Filters a list by time, using the URL's `from` and `to`. */
export function RangeFilter() {
  const { params, filter } = useUrlState()
  const zone = useZone()
  const [from, to] = [params.get('from'), params.get('to')]
  const shown = from === null ? undefined : { from, to: to ?? 'now' }
  const clear = () => filter({ from: null, to: null })
  return (
    <RangeField
      aria-label={texts.range}
      placeholder={texts.anyTime}
      shown={shown}
      presets={presets}
      zone={zone}
      rightSection={shown && <CloseButton size="sm" aria-label={texts.clear} onClick={clear} />}
      textOf={(range) => typedText(range, zone)}
      onClear={clear}
      onChange={(range) => filter({ from: range.from, to: range.to === 'now' ? null : range.to })}
    />
  )
}
