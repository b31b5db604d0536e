ALTER TABLE "refunds" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "refunds_unsettled" ON "refunds" USING btree ("created_at") WHERE "refunds"."outcome" in ('pending', 'failed') or ("refunds"."outcome" = 'succeeded' and "refunds"."told_at" is null);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_outcome" CHECK ("refunds"."outcome" in ('pending', 'succeeded', 'failed', 'again', 'settled'));--> statement-breakpoint
-- What was paid before is taken to have arrived, as it was until now; its customers were told.
UPDATE "refunds" SET "outcome" = 'succeeded', "told_at" = "created_at" WHERE "stripe_refund_id" IS NOT NULL;
