/**
 * The role that the product connects as: it owns the database and everything in it, and nothing else. It is no
 * superuser, so it cannot read or write files of the machine, run programs or change the server's settings. Its
 * password is derived from the superuser's, which the product's processes do not get.
 */
import { createHmac } from 'node:crypto'
import pg from 'pg'

export const owner = 'sluice'

/** The password of {@link owner}. */
export function ownerPassword(superuserPassword: string): string {
  return createHmac('sha256', superuserPassword).update('role sluice').digest('base64url')
}

/** Creates the role, or restores its properties. */
export async function ensureOwner(client: pg.Client, password: string): Promise<void> {
  // A failing statement would be logged, with the password.
  await client.query('SET log_min_error_statement = panic')
  const found = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [owner])
  if (found.rowCount === 0) await client.query(`CREATE ROLE ${owner}`)
  await client.query(
    `ALTER ROLE ${owner} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
     PASSWORD ${pg.escapeLiteral(ownerPassword(password))}`,
  )
}

/** Hands over what the superuser owns in this database: in earlier versions, everything. */
export async function handOver(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ sql: string }>(ownedBySuperuser)
  for (const { sql } of rows) await client.query(`${sql} OWNER TO ${owner}`)
}

const isOwn = (catalog: string, column: string) => `${column} = (SELECT current_user::regrole)
  AND NOT EXISTS (SELECT FROM pg_depend d
    WHERE d.classid = '${catalog}'::regclass AND d.objid = one.oid AND d.deptype = 'e')`

/** Without Postgres' own objects, those of extensions, and sequences, which go with their tables. */
const ownedBySuperuser = `
  SELECT format('ALTER SCHEMA %I', nspname) AS sql FROM pg_namespace one
  WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' AND ${isOwn('pg_namespace', 'nspowner')}
  UNION ALL
  SELECT format('ALTER %s %s', CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW'
    WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, one.oid::regclass)
  FROM pg_class one JOIN pg_namespace n ON n.oid = relnamespace
  WHERE relkind IN ('r', 'p', 'v', 'm', 'S') AND nspname !~ '^pg_' AND nspname <> 'information_schema'
    AND ${isOwn('pg_class', 'relowner')}
    AND NOT EXISTS (SELECT FROM pg_depend s WHERE s.classid = 'pg_class'::regclass AND s.objid = one.oid
      AND relkind = 'S' AND s.deptype IN ('a', 'i'))
  UNION ALL
  SELECT format('ALTER ROUTINE %s', one.oid::regprocedure)
  FROM pg_proc one JOIN pg_namespace n ON n.oid = pronamespace
  WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' AND ${isOwn('pg_proc', 'proowner')}
  UNION ALL
  SELECT format('ALTER TYPE %s', one.oid::regtype)
  FROM pg_type one JOIN pg_namespace n ON n.oid = typnamespace LEFT JOIN pg_class c ON c.oid = typrelid
  WHERE (typtype IN ('e', 'd', 'r') OR c.relkind = 'c') AND nspname !~ '^pg_'
    AND nspname <> 'information_schema' AND ${isOwn('pg_type', 'typowner')}`
