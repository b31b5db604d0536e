ALTER TABLE "mailboxes" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
-- Hosts are asked once their mail settings are known: until now that was not noted, so all of those may stand there.
UPDATE mailboxes SET told_at = created_at
WHERE external_id IS NOT NULL OR host_state IS NOT NULL
  OR EXISTS (SELECT FROM domain_names n WHERE n.name = mailboxes.name AND n.facts ? 'mailRecords');
