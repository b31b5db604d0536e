ALTER TABLE "domains" ADD COLUMN "inboxes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "changed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "bundles" ADD COLUMN "changed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "changed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "domains_delivered" ON "domains" USING btree ("platform","delivered_at") WHERE "domains"."delivered_at" is not null;--> statement-breakpoint
-- What a customer would call a change; looking again at something that stays the same is none.
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := now();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_change BEFORE UPDATE ON orders FOR EACH ROW
  WHEN ((OLD.status, OLD.forwarding_url, OLD.company) IS DISTINCT FROM (NEW.status, NEW.forwarding_url, NEW.company))
  EXECUTE FUNCTION note_change();
--> statement-breakpoint
CREATE TRIGGER note_change BEFORE UPDATE ON bundles FOR EACH ROW
  WHEN ((OLD.status, OLD.hold, OLD.connection_id) IS DISTINCT FROM (NEW.status, NEW.hold, NEW.connection_id))
  EXECUTE FUNCTION note_change();
--> statement-breakpoint
CREATE TRIGGER note_change BEFORE UPDATE ON domains FOR EACH ROW
  WHEN ((OLD.status, OLD.want, OLD.forwarding_url, OLD.replaced_at, OLD.inboxes)
    IS DISTINCT FROM (NEW.status, NEW.want, NEW.forwarding_url, NEW.replaced_at, NEW.inboxes))
  EXECUTE FUNCTION note_change();
--> statement-breakpoint
-- Counting half a million links for a list of orders takes longer than a customer waits, so the count is kept.
CREATE FUNCTION count_inboxes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE domains d SET inboxes = counted.inboxes
  FROM (
    SELECT m.domain_id, count(l.mailbox_id) FILTER (WHERE l.confirmed_at IS NOT NULL)::int AS inboxes
    FROM mailboxes m
    JOIN domains of ON of.id = m.domain_id
    JOIN bundles b ON b.id = of.bundle_id
    LEFT JOIN mailbox_links l ON l.mailbox_id = m.id AND l.connection_id = b.connection_id
    WHERE m.domain_id IN (SELECT t.domain_id FROM touched c JOIN mailboxes t ON t.id = c.mailbox_id)
    GROUP BY m.domain_id
  ) counted
  WHERE d.id = counted.domain_id AND d.inboxes <> counted.inboxes;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_inboxes_added AFTER INSERT ON mailbox_links REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION count_inboxes();
--> statement-breakpoint
CREATE TRIGGER count_inboxes_changed AFTER UPDATE ON mailbox_links REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION count_inboxes();
--> statement-breakpoint
CREATE TRIGGER count_inboxes_removed AFTER DELETE ON mailbox_links REFERENCING OLD TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION count_inboxes();
--> statement-breakpoint
UPDATE domains d SET inboxes = counted.inboxes
FROM (
  SELECT m.domain_id, count(*)::int AS inboxes
  FROM mailbox_links l
  JOIN mailboxes m ON m.id = l.mailbox_id
  JOIN domains of ON of.id = m.domain_id
  JOIN bundles b ON b.id = of.bundle_id AND b.connection_id = l.connection_id
  WHERE l.confirmed_at IS NOT NULL
  GROUP BY m.domain_id
) counted
WHERE d.id = counted.domain_id;
