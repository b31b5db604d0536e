CREATE TABLE "bulk_fetches" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"tool" text NOT NULL,
	"proof" text NOT NULL,
	"accounts" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "probe_mailboxes" (
	"vendor" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"credentials" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "probe_mailboxes_vendor" CHECK ("probe_mailboxes"."vendor" in ('microsoft', 'google'))
);
--> statement-breakpoint
ALTER TABLE "bulk_jobs" DROP CONSTRAINT "bulk_jobs_status";--> statement-breakpoint
DROP INDEX "bulk_jobs_unfinished";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "password_hash_before_reset" text;--> statement-breakpoint
ALTER TABLE "bulk_job_accounts" ADD COLUMN "before" jsonb;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "access" text;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "phase" text;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "wait_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "looked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "cause" text;--> statement-breakpoint
ALTER TABLE "bulk_fetches" ADD CONSTRAINT "bulk_fetches_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_fetches_customer" ON "bulk_fetches" USING btree ("customer_id","tool","created_at");--> statement-breakpoint
CREATE INDEX "mailboxes_local_part" ON "mailboxes" USING btree ("customer_id","local_part" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "bulk_jobs_unfinished" ON "bulk_jobs" USING btree ("created_at") WHERE "bulk_jobs"."status" in ('queued', 'running', 'cancelling');--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD CONSTRAINT "bulk_jobs_status" CHECK ("bulk_jobs"."status" in ('queued', 'running', 'cancelling', 'done', 'cancelled', 'failed'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_cause" CHECK ("refunds"."cause" in ('not_registered', 'not_needed'));--> statement-breakpoint
-- From here on written by hand: what stands in the rows already.
UPDATE "refunds" SET "cause" = CASE WHEN "domain_id" IS NOT NULL AND "reason" LIKE 'not registered%' THEN 'not_registered' WHEN "reason" LIKE 'not needed%' THEN 'not_needed' END;--> statement-breakpoint
-- `unchanged` used to be an account whose tool said yes and did nothing; it is one now that had the values already.
UPDATE "bulk_job_accounts" SET "outcome" = 'failed' WHERE "outcome" = 'unchanged';
