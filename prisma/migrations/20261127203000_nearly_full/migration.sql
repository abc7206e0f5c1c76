ALTER TABLE "stored_samples" ADD COLUMN "nearlyFull" BOOLEAN NOT NULL DEFAULT false;
