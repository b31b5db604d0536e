ALTER TABLE "subscriptions" ADD COLUMN "billing_rev" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "billing_lease" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "billing_lease_until" timestamp with time zone;