ALTER TABLE "mailboxes" ADD COLUMN "is_unmarked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- From here on written by hand: what the host may have made, and has told us no id of.
UPDATE "mailboxes" SET "is_unmarked" = true
WHERE "told_at" IS NOT NULL AND "external_id" IS NULL AND "want" <> 'purged';
