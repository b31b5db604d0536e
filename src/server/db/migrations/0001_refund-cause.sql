ALTER TABLE "refunds" ADD COLUMN "cause" text;--> statement-breakpoint
UPDATE "refunds" SET "cause" = CASE WHEN "domain_id" IS NOT NULL AND "reason" LIKE 'not registered%' THEN 'not_registered' WHEN "reason" LIKE 'not needed%' THEN 'not_needed' END;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_cause" CHECK ("refunds"."cause" in ('not_registered', 'not_needed'));
