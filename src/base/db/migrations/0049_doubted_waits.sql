ALTER TABLE "vendor_limits" ADD COLUMN "doubted" text;--> statement-breakpoint
CREATE INDEX "doubted_vendor_limits" ON "vendor_limits" USING btree ("key") WHERE "vendor_limits"."doubted" is not null;