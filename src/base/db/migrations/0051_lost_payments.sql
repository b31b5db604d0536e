ALTER TABLE "checkouts" ADD COLUMN "lost" text[];--> statement-breakpoint
CREATE INDEX "checkouts_lost" ON "checkouts" USING btree ("customer_id") WHERE "checkouts"."lost" is not null;