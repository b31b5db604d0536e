ALTER TABLE "provider_accounts" ADD COLUMN "domains" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_accounts" ADD COLUMN "mailboxes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_accounts" ADD COLUMN "is_full" boolean GENERATED ALWAYS AS (domains >= capacity_domains or mailboxes >= capacity_mailboxes) STORED;--> statement-breakpoint
CREATE INDEX "provider_accounts_place" ON "provider_accounts" USING btree ("vendor","created_at","id") WHERE "provider_accounts"."state" = 'open' and not "provider_accounts"."is_full";
--> statement-breakpoint
-- Counting the mailboxes of an account for each new domain takes longer the more there are, so the counts are kept.
-- A name's own row is what orders two transactions: whoever changes how many mailboxes it has, or where it is placed,
-- has it locked, so the other one counts what the first has committed.
CREATE FUNCTION count_placed_mailboxes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed_names text[];
DECLARE changes int[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(name), array_agg(change) INTO changed_names, changes
    FROM (SELECT name, count(*)::int AS change FROM added WHERE want <> 'purged' GROUP BY name) c;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(name), array_agg(change) INTO changed_names, changes
    FROM (SELECT name, -count(*)::int AS change FROM removed WHERE want <> 'purged' GROUP BY name) c;
  ELSE
    SELECT array_agg(name), array_agg(change) INTO changed_names, changes
    FROM (
      SELECT name, sum(one)::int AS change FROM (
        SELECT name, 1 AS one FROM added WHERE want <> 'purged'
        UNION ALL SELECT name, -1 FROM removed WHERE want <> 'purged'
      ) each GROUP BY name HAVING sum(one) <> 0
    ) c;
  END IF;
  IF changed_names IS NULL THEN
    RETURN NULL;
  END IF;
  PERFORM FROM domain_names WHERE name = ANY (changed_names) ORDER BY name FOR NO KEY UPDATE;
  UPDATE provider_accounts a SET mailboxes = a.mailboxes + c.change
  FROM (
    SELECT n.provider_account_id AS id, sum(each.change)::int AS change
    FROM unnest(changed_names, changes) each(name, change) JOIN domain_names n USING (name)
    WHERE n.provider_account_id IS NOT NULL GROUP BY n.provider_account_id
  ) c
  WHERE a.id = c.id AND c.change <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_placed_mailboxes_added AFTER INSERT ON mailboxes REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_placed_mailboxes();
--> statement-breakpoint
CREATE TRIGGER count_placed_mailboxes_changed AFTER UPDATE ON mailboxes REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_placed_mailboxes();
--> statement-breakpoint
CREATE TRIGGER count_placed_mailboxes_removed AFTER DELETE ON mailboxes REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_placed_mailboxes();
--> statement-breakpoint
CREATE FUNCTION count_placed_domains() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE there int;
BEGIN
  SELECT count(*)::int INTO there FROM mailboxes WHERE name = NEW.name AND want <> 'purged';
  UPDATE provider_accounts SET domains = domains - 1, mailboxes = mailboxes - there WHERE id = OLD.provider_account_id;
  UPDATE provider_accounts SET domains = domains + 1, mailboxes = mailboxes + there WHERE id = NEW.provider_account_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A name's row is written with every step and every lease, so nothing is called unless its place changes.
CREATE TRIGGER count_placed_domains AFTER UPDATE OF provider_account_id ON domain_names FOR EACH ROW
  WHEN (OLD.provider_account_id IS DISTINCT FROM NEW.provider_account_id) EXECUTE FUNCTION count_placed_domains();
--> statement-breakpoint
-- Rows that come or go with a place: a copied or erased one.
CREATE FUNCTION count_placed_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE provider_accounts a SET domains = a.domains + c.domains, mailboxes = a.mailboxes + c.mailboxes
    FROM (
      SELECT n.provider_account_id AS id, count(*)::int AS domains, coalesce(sum(m.there), 0)::int AS mailboxes
      FROM added n LEFT JOIN LATERAL (SELECT count(*) AS there FROM mailboxes WHERE name = n.name AND want <> 'purged') m ON true
      WHERE n.provider_account_id IS NOT NULL GROUP BY n.provider_account_id
    ) c WHERE a.id = c.id;
  ELSE
    UPDATE provider_accounts a SET domains = a.domains - c.domains, mailboxes = a.mailboxes - c.mailboxes
    FROM (
      SELECT n.provider_account_id AS id, count(*)::int AS domains, coalesce(sum(m.there), 0)::int AS mailboxes
      FROM removed n LEFT JOIN LATERAL (SELECT count(*) AS there FROM mailboxes WHERE name = n.name AND want <> 'purged') m ON true
      WHERE n.provider_account_id IS NOT NULL GROUP BY n.provider_account_id
    ) c WHERE a.id = c.id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_placed_added AFTER INSERT ON domain_names REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_placed_rows();
--> statement-breakpoint
CREATE TRIGGER count_placed_removed AFTER DELETE ON domain_names REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_placed_rows();
--> statement-breakpoint
UPDATE provider_accounts a SET domains = c.domains, mailboxes = c.mailboxes
FROM (
  SELECT n.provider_account_id AS id, count(*)::int AS domains, coalesce(sum(m.there), 0)::int AS mailboxes
  FROM domain_names n LEFT JOIN (SELECT name, count(*) AS there FROM mailboxes WHERE want <> 'purged' GROUP BY name) m USING (name)
  WHERE n.provider_account_id IS NOT NULL GROUP BY n.provider_account_id
) c
WHERE a.id = c.id;
--> statement-breakpoint
-- A listing's first time is given to an account or a connection when it is added: to look which of them serve somebody
-- took a scan of every name, each minute. One that serves nobody costs two statements a day, and no call.
CREATE FUNCTION schedule_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM account_listings WHERE subject = OLD.id;
  ELSE
    INSERT INTO account_listings (subject, kind, next_at)
    VALUES (NEW.id, TG_ARGV[0], now() + random() * interval '20 hours') ON CONFLICT (subject) DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER schedule_listing AFTER INSERT OR DELETE ON provider_accounts FOR EACH ROW EXECUTE FUNCTION schedule_listing('host');
--> statement-breakpoint
CREATE TRIGGER schedule_listing AFTER INSERT OR DELETE ON tool_connections FOR EACH ROW EXECUTE FUNCTION schedule_listing('tool');
--> statement-breakpoint
INSERT INTO account_listings (subject, kind, next_at)
SELECT id, 'host', now() + random() * interval '20 hours' FROM provider_accounts
UNION ALL SELECT id, 'tool', now() + random() * interval '20 hours' FROM tool_connections
ON CONFLICT (subject) DO NOTHING;
--> statement-breakpoint
DELETE FROM account_listings l WHERE NOT EXISTS (SELECT FROM provider_accounts a WHERE a.id = l.subject)
  AND NOT EXISTS (SELECT FROM tool_connections c WHERE c.id = l.subject);

--> statement-breakpoint
-- A name's row is written with every step, lease and renewal. Where no index holds what these change, and a page has
-- room for the new version, PostgreSQL replaces the row in place and writes no index: hence fewer indexes and half-filled
-- pages. A share of the table is also too coarse for autovacuum: with 400,000 names it would begin after 80,000 changes.
DROP INDEX "domain_names_lease";
--> statement-breakpoint
CREATE INDEX "domain_names_due_urgently" ON "domain_names" USING btree ("next_run_at") WHERE "domain_names"."urgent" and "domain_names"."next_run_at" is not null;
--> statement-breakpoint
ALTER TABLE domain_names SET (fillfactor = 60, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.02);
--> statement-breakpoint
-- What a tool says of a mailbox is noted again with each look; nothing of that is in an index.
ALTER TABLE mailbox_links SET (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05);
--> statement-breakpoint
-- Few rows, each written with every call to a third party or with every domain that is placed.
ALTER TABLE vendor_limits SET (fillfactor = 40, autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0);
--> statement-breakpoint
ALTER TABLE provider_accounts SET (fillfactor = 40, autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0);
--> statement-breakpoint
ALTER TABLE account_listings SET (fillfactor = 70);
