ALTER TABLE "customers" ADD COLUMN "password_hash_before_reset" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "cause" text;--> statement-breakpoint
CREATE INDEX "mailboxes_local_part" ON "mailboxes" USING btree ("customer_id","local_part" text_pattern_ops);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_cause" CHECK ("refunds"."cause" in ('not_registered', 'not_needed'));--> statement-breakpoint
-- From here on written by hand: what stands in the rows already.
UPDATE "refunds" SET "cause" = CASE WHEN "domain_id" IS NOT NULL AND "reason" LIKE 'not registered%' THEN 'not_registered' WHEN "reason" LIKE 'not needed%' THEN 'not_needed' END;
