-- Events go to a URL only while the person who set it may set URLs. Null: a key or the service set it, or it was set before this was kept.
ALTER TABLE "integrations" ADD COLUMN     "urlUserId" TEXT;
