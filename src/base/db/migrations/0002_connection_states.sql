ALTER TABLE "mailbox_links" ADD COLUMN "connected_at" timestamp with time zone;--> statement-breakpoint
-- What was listed before counts as connected until the next listing says otherwise: nobody is told that a domain is lost.
UPDATE "mailbox_links" SET "connected_at" = "confirmed_at"
WHERE "want" = 'connected' AND "confirmed_at" IS NOT NULL;
