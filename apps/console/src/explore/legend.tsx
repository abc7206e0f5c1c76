import { UnstyledButton } from '@mantine/core'
import { exactTimeAt } from '#format/times.ts'
import { formatAverage, formatMeasure, formatShare } from '#format/values.ts'
import { texts } from '#texts/explore-chart.ts'
import type { ChartData } from './drawing.ts'
import classes from './legend.module.css'
import type { Line } from './lines.ts'
import type { ShownAs } from './shown-as.ts'
import { shownText } from './shown-text.ts'
import type { Stats } from './stats.ts'
import { valueAt } from './value-at.ts'

interface LegendProps {
  readonly name: string
  readonly data: ChartData
  /** The metric's own unit, regardless of the aggregate. */
  readonly unit: string | null
  readonly isolated: string | null
  readonly onIsolate: (id: string | null) => void
  /** Time of the point under the cursor in epoch seconds; null for the end of the range. */
  readonly cursor: number | null
  readonly zone: string
}

/**
 * Lists the lines with their statistics and the value under the cursor. Clicking a name shows only that line. Lines of
 * filtered samples have no statistics.
 */
export function Legend(props: LegendProps) {
  const { name, data, unit, isolated, onIsolate, cursor, zone } = props
  const { shown } = data
  const hasStats = !data.isFiltered
  const isCompared = data.before.length > 0
  return (
    <div className={classes.frame}>
      <table className={classes.legend}>
        <caption className={classes.caption}>{texts.legend.caption(name)}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.legend.line}</th>
            <th scope="col" className={classes.at}>
              {cursor === null ? texts.legend.latest : exactTimeAt(cursor, zone)}
            </th>
            {hasStats && (
              <>
                <th scope="col">{texts.legend.min}</th>
                <th scope="col">{texts.legend.avg}</th>
                <th scope="col">{texts.legend.max}</th>
                {isCompared && <th scope="col">{texts.legend.before}</th>}
                <th scope="col">{texts.legend.coverage}</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {data.lines.map((line) => {
            const stats = data.statsOf(line.id)
            return (
              <tr
                key={line.id}
                data-hidden={(isolated !== null && isolated !== line.id) || undefined}
              >
                <th scope="row">
                  <UnstyledButton
                    className={classes.name}
                    aria-pressed={isolated === line.id}
                    title={isolated === line.id ? texts.legend.showAll : texts.legend.showOne}
                    onClick={() => onIsolate(isolated === line.id ? null : line.id)}
                  >
                    <span
                      className={classes.swatch}
                      style={{ background: `var(${line.color})` }}
                      aria-hidden
                    />
                    <bdi>{line.label}</bdi>
                  </UnstyledButton>
                </th>
                <td className={classes.at}>{valueText(shown, line, cursor, data.isFiltered)}</td>
                {hasStats && (
                  <>
                    <td>{statText(stats, 'min', unit, shown)}</td>
                    <td>{statText(stats, 'avg', unit, shown)}</td>
                    <td>{statText(stats, 'max', unit, shown)}</td>
                    {isCompared && <td>{beforeText(stats, data.statsBefore(line.id), unit)}</td>}
                    <td>{coverageText(stats)}</td>
                  </>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function valueText(shown: ShownAs, line: Line, cursor: number | null, isFiltered: boolean): string {
  // Samples that are left out may have changed the value since the last one that is shown.
  const isExact = isFiltered && cursor !== null
  const value = isExact
    ? line.values[line.times.indexOf(cursor)]
    : valueAt(line, cursor ?? Number.POSITIVE_INFINITY)
  return value == null ? '–' : shownText(shown, value)
}

function statText(
  stats: Stats | undefined,
  which: 'min' | 'avg' | 'max',
  unit: string | null,
  { isOnOff }: ShownAs,
): string {
  const value = stats?.[which]
  if (value == null) return '–'
  if (isOnOff) return formatShare(value)
  return which === 'avg' ? formatAverage(value, unit) : formatMeasure(value, unit)
}

/** The average of the previous period, and the difference to it. */
function beforeText(
  now: Stats | undefined,
  before: Stats | undefined,
  unit: string | null,
): string {
  const value = before?.avg
  if (value == null) return '–'
  if (now?.avg == null) return formatAverage(value, unit)
  const by = now.avg - value
  return `${formatAverage(value, unit)} (${by < 0 ? '' : '+'}${formatMeasure(by, null, 2)})`
}

function coverageText(stats: Stats | undefined): string {
  const coverage = stats?.coverage
  if (coverage == null) return '–'
  // Never shows incomplete coverage as 100 %.
  const percent = coverage > 0.999 && coverage < 1 ? 99.9 : coverage * 100
  return formatMeasure(percent, '%', 3)
}
