ALTER TABLE "orders" ADD COLUMN "fingerprint" text;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_unpaid" ON "orders" USING btree ("customer_id","fingerprint") WHERE "orders"."status" = 'awaiting_payment';--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_one_open" ON "checkouts" USING btree ("customer_id","fingerprint") WHERE "checkouts"."status" in ('prepared', 'open');