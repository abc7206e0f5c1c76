-- Events go to a URL only while the key that set it is active. Null: people set it, or it was set before this was kept.
ALTER TABLE "integrations" ADD COLUMN     "urlKeyId" TEXT;
