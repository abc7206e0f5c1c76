import { PrismaPg } from '@prisma/adapter-pg'
import { statementSpan, type Tracing } from '@sluice/runtime'

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>

/**
 * Prisma's adapter for Postgres with a span for each statement, including those that end a transaction. The span of
 * BEGIN includes the wait for a connection.
 */
export class TracedPostgres extends PrismaPg {
  readonly #tracing: Tracing

  constructor(config: { connectionString: string; max: number }, tracing: Tracing) {
    super(config)
    this.#tracing = tracing
  }

  override async connect(): Promise<Adapter> {
    const adapter = traceQueries(await super.connect(), this.#tracing)
    const start = adapter.startTransaction.bind(adapter)
    adapter.startTransaction = (level) => {
      return this.#tracing.call(statementSpan('postgresql', 'BEGIN'), async () => {
        return traceQueries(await start(level), this.#tracing)
      })
    }
    return adapter
  }
}

function traceQueries<Queries extends Pick<Adapter, 'queryRaw' | 'executeRaw'>>(
  queries: Queries,
  tracing: Tracing,
): Queries {
  const query = queries.queryRaw.bind(queries)
  const execute = queries.executeRaw.bind(queries)
  queries.queryRaw = (asked) =>
    tracing.call(statementSpan('postgresql', asked.sql), () => query(asked))
  queries.executeRaw = (asked) =>
    tracing.call(statementSpan('postgresql', asked.sql), () => execute(asked))
  return queries
}
