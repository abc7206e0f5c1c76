import { expect, it } from 'vitest'
import { statementSpan } from './statement.ts'

it.each([
  ['SELECT "public"."things"."id" FROM "public"."things" WHERE id = $1', 'SELECT things'],
  ['INSERT INTO "public"."audit_entries" ("id") VALUES ($1)', 'INSERT audit_entries'],
  ['\n  UPDATE "keys" SET used_at = now()', 'UPDATE keys'],
  ['DELETE FROM events', 'DELETE events'],
  ['WITH due AS (SELECT 1 FROM deliveries) SELECT * FROM due', 'WITH deliveries'],
  ['SELECT id, ARRAY(SELECT f FROM fleet_members WHERE (a = b)) FROM things', 'SELECT things'],
  [
    'SELECT COUNT(*) FROM (SELECT "public"."keys"."id" FROM "public"."keys") AS "sub"',
    'SELECT keys',
  ],
  ['COMMIT', 'COMMIT'],
  ["SELECT pg_notify('x', 'secret')", 'SELECT'],
  ['', 'SQL'],
])('a span is named by the verb and table of %s', (sql, name) => {
  expect(statementSpan('postgresql', sql)).toEqual({
    name,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': name.split(' ')[0],
      'db.query.summary': name,
    },
  })
})
