ALTER TABLE "subscriptions" ADD COLUMN "billed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "open_invoice" jsonb;