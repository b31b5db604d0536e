ALTER TABLE "vendor_limits" ADD COLUMN "paid_tat" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "vendor_limits" ADD COLUMN "waiting_tat" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "vendor_limits" ADD COLUMN "looks_tat" double precision DEFAULT 0 NOT NULL;