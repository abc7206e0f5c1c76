-- The most of its organization's budget that a key may use, in percent; null for no bound of its own.
ALTER TABLE "keys" ADD COLUMN "budgetShare" SMALLINT
  CONSTRAINT "keys_budgetShare_percent" CHECK ("budgetShare" BETWEEN 1 AND 99);
