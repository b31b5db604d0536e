DROP INDEX "failed_deliveries_of_tenant";--> statement-breakpoint
ALTER TABLE "alert_watches" ADD COLUMN "refused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alert_watches" ADD COLUMN "refused_code" text;--> statement-breakpoint
ALTER TABLE "alert_watches" ADD COLUMN "refused_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "beyond_sold" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_accounts" ADD COLUMN "beyond_sold" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_accounts" ADD COLUMN "host_limit" integer;--> statement-breakpoint
ALTER TABLE "provider_accounts" ADD COLUMN "host_limit_by" text;--> statement-breakpoint
ALTER TABLE "provider_accounts" ADD COLUMN "host_limit_read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "provider_accounts" ADD COLUMN "host_reached" integer;--> statement-breakpoint
ALTER TABLE "provider_accounts" ADD COLUMN "near_limit_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "mailboxes_beyond_sold" ON "mailboxes" USING btree ("customer_id") WHERE "mailboxes"."beyond_sold" > 0;--> statement-breakpoint
ALTER TABLE "provider_accounts" ADD CONSTRAINT "provider_accounts_limit_by" CHECK ("provider_accounts"."host_limit_by" in ('counter', 'licenses', 'unreadable'));--> statement-breakpoint
-- What a tenant lets out is read in the first round after the upgrade: until then the lowest counts.
UPDATE alert_watches SET asked_at = to_timestamp(0);
--> statement-breakpoint
-- A tenant that was refused as a whole until now stays closed for as long as it would have been.
UPDATE alert_watches w SET refused_at = f.at, refused_since = f.at, refused_code = f.code
FROM (
  SELECT DISTINCT ON (n.provider_account_id) n.provider_account_id AS id, r.at, r.code
  FROM failed_deliveries r JOIN domains d ON d.id = r.domain_id JOIN domain_names n ON n.name = d.name
  WHERE r.code IN ('5.7.705', '5.7.708') AND n.provider_account_id IS NOT NULL
  ORDER BY n.provider_account_id, r.at DESC
) f
WHERE w.account_id = f.id;
--> statement-breakpoint
-- As before, and the emails a day that mailboxes may send beyond what was sold.
CREATE OR REPLACE FUNCTION count_placed_mailboxes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed_names text[];
DECLARE changes int[];
DECLARE beyonds int[];
DECLARE locked int;
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(name), array_agg(change), array_agg(beyond) INTO changed_names, changes, beyonds
    FROM (
      SELECT name, count(*)::int AS change, sum(beyond_sold)::int AS beyond FROM added WHERE want <> 'purged' GROUP BY name
    ) c;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(name), array_agg(change), array_agg(beyond) INTO changed_names, changes, beyonds
    FROM (
      SELECT name, -count(*)::int AS change, -sum(beyond_sold)::int AS beyond FROM removed WHERE want <> 'purged' GROUP BY name
    ) c;
  ELSE
    SELECT array_agg(name), array_agg(change), array_agg(beyond) INTO changed_names, changes, beyonds
    FROM (
      SELECT name, sum(one)::int AS change, sum(beyond_sold)::int AS beyond FROM (
        SELECT name, 1 AS one, beyond_sold FROM added WHERE want <> 'purged'
        UNION ALL SELECT name, -1, -beyond_sold FROM removed WHERE want <> 'purged'
      ) each GROUP BY name HAVING sum(one) <> 0 OR sum(beyond_sold) <> 0
    ) c;
  END IF;
  IF changed_names IS NULL THEN
    RETURN NULL;
  END IF;
  LOOP
    PERFORM FROM domain_names WHERE name = ANY (changed_names) ORDER BY name FOR NO KEY UPDATE;
    GET DIAGNOSTICS locked = ROW_COUNT;
    EXIT WHEN locked = (SELECT count(*) FROM domain_names WHERE name = ANY (changed_names));
  END LOOP;
  UPDATE provider_accounts a SET mailboxes = a.mailboxes + c.change, beyond_sold = a.beyond_sold + c.beyond
  FROM (
    SELECT n.provider_account_id AS id, sum(each.change)::int AS change, sum(each.beyond)::int AS beyond
    FROM unnest(changed_names, changes, beyonds) each(name, change, beyond) JOIN domain_names n USING (name)
    WHERE n.provider_account_id IS NOT NULL GROUP BY n.provider_account_id
  ) c
  WHERE a.id = c.id AND (c.change <> 0 OR c.beyond <> 0);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_placed_domains() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE there int;
DECLARE beyond int;
BEGIN
  SELECT count(*)::int, coalesce(sum(beyond_sold), 0)::int INTO there, beyond
  FROM mailboxes WHERE name = NEW.name AND want <> 'purged';
  UPDATE provider_accounts SET domains = domains - 1, mailboxes = mailboxes - there, beyond_sold = beyond_sold - beyond
  WHERE id = OLD.provider_account_id;
  UPDATE provider_accounts SET domains = domains + 1, mailboxes = mailboxes + there, beyond_sold = beyond_sold + beyond
  WHERE id = NEW.provider_account_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_placed_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE provider_accounts a
    SET domains = a.domains + c.domains, mailboxes = a.mailboxes + c.mailboxes, beyond_sold = a.beyond_sold + c.beyond
    FROM (
      SELECT n.provider_account_id AS id, count(*)::int AS domains, coalesce(sum(m.there), 0)::int AS mailboxes,
        coalesce(sum(m.beyond), 0)::int AS beyond
      FROM added n LEFT JOIN LATERAL (
        SELECT count(*) AS there, sum(beyond_sold) AS beyond FROM mailboxes WHERE name = n.name AND want <> 'purged'
      ) m ON true
      WHERE n.provider_account_id IS NOT NULL GROUP BY n.provider_account_id
    ) c WHERE a.id = c.id;
  ELSE
    UPDATE provider_accounts a
    SET domains = a.domains - c.domains, mailboxes = a.mailboxes - c.mailboxes, beyond_sold = a.beyond_sold - c.beyond
    FROM (
      SELECT n.provider_account_id AS id, count(*)::int AS domains, coalesce(sum(m.there), 0)::int AS mailboxes,
        coalesce(sum(m.beyond), 0)::int AS beyond
      FROM removed n LEFT JOIN LATERAL (
        SELECT count(*) AS there, sum(beyond_sold) AS beyond FROM mailboxes WHERE name = n.name AND want <> 'purged'
      ) m ON true
      WHERE n.provider_account_id IS NOT NULL GROUP BY n.provider_account_id
    ) c WHERE a.id = c.id;
  END IF;
  RETURN NULL;
END $$;
