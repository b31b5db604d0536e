ALTER TABLE "refunds" DROP CONSTRAINT "refunds_once";--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "checkout_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "invoice_id" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_invoice_id_invoices_stripe_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("stripe_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_invoice" ON "refunds" USING btree ("invoice_id") WHERE "refunds"."invoice_id" is not null;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_once" UNIQUE NULLS NOT DISTINCT("checkout_id","invoice_id","domain_id","reason");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment" CHECK (num_nonnulls("refunds"."checkout_id", "refunds"."invoice_id") = 1);