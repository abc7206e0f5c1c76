-- Lists of templates by name hold built-in ones, which have no row: names sort by their bytes whatever the database's
-- collation is, as ids do, so that the service can tell where those belong.
ALTER TABLE "templates" ALTER COLUMN "name" SET DATA TYPE TEXT COLLATE "C";
