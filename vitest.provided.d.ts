import 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's url on the Postgres server that the tests share; create databases there. */
    databaseUrl: string
  }
}
