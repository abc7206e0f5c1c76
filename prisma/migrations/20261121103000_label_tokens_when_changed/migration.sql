-- A batch writes the labels of every thing that it changes, most of them as they were: those need no new tokens.
DROP TRIGGER things_label_tokens ON "things";

CREATE TRIGGER things_label_tokens BEFORE INSERT ON "things"
  FOR EACH ROW WHEN (NEW."labels" <> '{}') EXECUTE FUNCTION keep_label_tokens();

CREATE TRIGGER things_label_tokens_changed BEFORE UPDATE OF "labels" ON "things"
  FOR EACH ROW WHEN (NEW."labels" IS DISTINCT FROM OLD."labels") EXECUTE FUNCTION keep_label_tokens();
