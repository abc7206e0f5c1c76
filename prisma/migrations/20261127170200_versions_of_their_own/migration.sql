-- The etag of a resource is its version. One that is deleted and made again under its id is another resource, so its versions
-- must be others: they begin at a random number. Half of the numbers stay for changes.
CREATE FUNCTION first_version() RETURNS INTEGER LANGUAGE sql VOLATILE AS $$
  SELECT 1 + floor(random() * 1073741824)::INTEGER
$$;

ALTER TABLE sites ALTER COLUMN version SET DEFAULT first_version();
ALTER TABLE fleets ALTER COLUMN version SET DEFAULT first_version();
ALTER TABLE metric_definitions ALTER COLUMN version SET DEFAULT first_version();
ALTER TABLE mappings ALTER COLUMN version SET DEFAULT first_version();
ALTER TABLE thing_types ALTER COLUMN version SET DEFAULT first_version();
ALTER TABLE things ALTER COLUMN version SET DEFAULT first_version();
ALTER TABLE templates ALTER COLUMN version SET DEFAULT first_version();
ALTER TABLE template_applications ALTER COLUMN version SET DEFAULT first_version();
ALTER TABLE integrations ALTER COLUMN version SET DEFAULT first_version();
