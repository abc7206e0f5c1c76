'use client'

import { texts } from '#texts/series.ts'
import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import type { ThingMetric } from '#things/metrics.ts'
import classes from './plot.module.css'
import { plotColors } from './plot-colors.ts'
import { plotOptions } from './plot-options.ts'
import { PlotTip } from './plot-tip.tsx'
import { asNumber, type Points } from './points.ts'
import { silencesIn } from './silences.ts'

interface PlotProps {
  readonly points: Points
  readonly metric: ThingMetric
  readonly zone: string
}

/** A chart of one metric. The table and the summary line are its accessible alternatives. */
export function Plot({ points, metric, zone }: PlotProps) {
  const canvas = useRef<HTMLDivElement>(null)
  const { ref: frame, width, height } = useElementSize()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const [cursor, setCursor] = useState<{ index: number; left: number }>()
  const isStep = typeof points.values[0] === 'boolean'

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read anew when the scheme changes
  useEffect(() => {
    if (!canvas.current || width === 0) return
    const data = columns(points)
    const options = plotOptions({
      ...{ width, height, zone, isStep },
      silences: silencesIn(data[0], isStep, metric.expectedIntervalSeconds),
      colors: plotColors(canvas.current),
      hasBand: points.low !== undefined,
      pointCount: points.times.length,
      onCursor: (index, left) => setCursor(index === null ? undefined : { index, left }),
    })
    const plot = new uPlot(options, data, canvas.current)
    return () => plot.destroy()
  }, [points, width, height, zone, isStep, scheme, metric.expectedIntervalSeconds])

  return (
    <div ref={frame} className={classes.plot} role="img" aria-label={texts.chartOf(metric.name)}>
      <div ref={canvas} className={classes.canvas} />
      {cursor && <PlotTip points={points} metric={metric} zone={zone} {...cursor} width={width} />}
    </div>
  )
}

/** Converts points to uPlot's format: times in seconds, then one column per line. */
function columns({ times, values, low, high }: Points): [number[], ...(number | null)[][]] {
  const seconds = times.map((time) => Date.parse(time) / 1000)
  const lines = [values.map(asNumber), ...(low && high ? [[...low], [...high]] : [])]
  return [seconds, ...lines]
}
