ALTER TABLE "provider_accounts" DROP CONSTRAINT "provider_accounts_state";--> statement-breakpoint
ALTER TABLE "bundles" ADD COLUMN "company" text;--> statement-breakpoint
ALTER TABLE "bundles" ADD COLUMN "profile_picture_link" text;--> statement-breakpoint
ALTER TABLE "provider_accounts" ADD CONSTRAINT "provider_accounts_state" CHECK ("provider_accounts"."state" in ('open', 'draining', 'closed'));