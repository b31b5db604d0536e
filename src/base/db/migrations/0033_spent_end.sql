SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
-- What has no mailboxes any more has ended.
UPDATE "domains" d SET "ended_at" = now()
WHERE "spent_at" IS NOT NULL AND "want" = 'run' AND "released_at" IS NULL
  AND NOT EXISTS (SELECT FROM "mailboxes" m WHERE m."domain_id" = d."id" AND m."want" = 'active');--> statement-breakpoint
-- Nobody was told that these end, as they were before such domains fell: their days are counted from now on.
WITH counted AS (
  UPDATE "domains" SET "spent_at" = now()
  WHERE "spent_at" IS NOT NULL AND "fall_share" IS NULL AND "falling_since" IS NULL AND "ended_at" IS NULL
    AND "want" = 'run' AND "released_at" IS NULL
  RETURNING "id", "customer_id", "name"
)
INSERT INTO "domain_events" ("customer_id", "domain_id", "name", "kind", "sentence")
SELECT "customer_id", "id", "name", 'spare.counted',
  'Mail to it arrives for 30 days from now on, or until it is replaced in the reserve; then its mailboxes end'
FROM counted;
