ALTER TABLE "customers" ADD COLUMN "one_time_password_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refresh_families" ADD COLUMN "network_hash" "bytea";--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "session_id" text;--> statement-breakpoint
UPDATE "customers" SET "one_time_password_at" = now() WHERE "must_change_password";
