import 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's url on the Postgres server that the tests share; create databases there. */
    databaseUrl: string
    /** A migrated database on that server, for copies: `CREATE DATABASE mine TEMPLATE …`. Nobody connects to it. */
    databaseTemplate: string
    /** The engine that the tests share, migrated; each test makes an organization number of its own. */
    clickhouseUrl: string
  }
}
