-- AlterTable
ALTER TABLE "account_acts" ADD COLUMN "device" TEXT,
ADD COLUMN "times" INTEGER NOT NULL DEFAULT 1;

-- CreateIndex
CREATE INDEX "account_acts_userId_id_idx" ON "account_acts"("userId", "id");

-- CreateIndex
CREATE INDEX "account_acts_at_idx" ON "account_acts"("at");

-- Rows are only ever added, with two exceptions: how often something happened is counted on, and the expiry says in
-- its own transaction before when rows are to go.
CREATE OR REPLACE FUNCTION refuse_account_act_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW."times" > OLD."times" AND to_jsonb(NEW) - 'times' = to_jsonb(OLD) - 'times' THEN
      RETURN NEW;
    END IF;
  ELSIF TG_OP = 'DELETE' THEN
    IF OLD."at" < NULLIF(current_setting('sluice.account_acts_end', true), '')::timestamptz THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'what was done to accounts is only ever added';
END
$$;
