-- CreateEnum
CREATE TYPE "AccountHand" AS ENUM ('own', 'operator');

-- CreateTable
CREATE TABLE "account_acts" (
    "id" SERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "act" TEXT NOT NULL,
    "by" "AccountHand" NOT NULL,
    "userId" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "address" TEXT,

    CONSTRAINT "account_acts_pkey" PRIMARY KEY ("id")
);

CREATE FUNCTION refuse_account_act_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was done to accounts is only ever added';
END
$$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "account_acts"
  FOR EACH ROW EXECUTE FUNCTION refuse_account_act_change();

CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON "account_acts"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_account_act_change();
