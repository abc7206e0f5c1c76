-- CreateEnum
CREATE TYPE "OperatorActKind" AS ENUM ('added', 'removed');

-- CreateTable
CREATE TABLE "operator_acts" (
    "id" SERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "kind" "OperatorActKind" NOT NULL,
    "userId" TEXT NOT NULL,
    "email" TEXT NOT NULL,

    CONSTRAINT "operator_acts_pkey" PRIMARY KEY ("id")
);

-- Those who are operators by now were added, too.
INSERT INTO "operator_acts" ("at", "kind", "userId", "email")
  SELECT o."addedAt", 'added', u."id", u."email"
  FROM "operators" o JOIN "users" u ON u."id" = o."userId"
  ORDER BY o."addedAt", u."email";

CREATE FUNCTION refuse_operator_act_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was done to the operators is only ever added';
END
$$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "operator_acts"
  FOR EACH ROW EXECUTE FUNCTION refuse_operator_act_change();

CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON "operator_acts"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_operator_act_change();
