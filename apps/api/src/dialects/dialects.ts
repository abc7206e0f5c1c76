import type { Dialect } from './dialect.ts'
import { influxDialects } from './influx.ts'
import { otlpDialect } from './otlp.ts'
import { sayingWhatPasses } from './passing.ts'
import { prometheusDialect } from './prometheus.ts'

/** The write endpoints of other protocols. */
export const dialects: readonly Dialect[] = [...influxDialects, prometheusDialect, otlpDialect].map(
  sayingWhatPasses,
)
