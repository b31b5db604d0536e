ALTER TABLE "bundles" ADD COLUMN "reinstate_wish" jsonb;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "billing_due_at" timestamp with time zone;