ALTER TABLE "disputes" DROP CONSTRAINT "disputes_subscription_id_stripe_id_pk";--> statement-breakpoint
ALTER TABLE "disputes" ALTER COLUMN "subscription_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "checkout_id" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_subscription" ON "disputes" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "disputes_checkout" ON "disputes" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "disputes_payment" ON "disputes" USING btree ("payment_intent_id");--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_once" UNIQUE NULLS NOT DISTINCT("stripe_id","subscription_id","checkout_id");--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_subject" CHECK (num_nonnulls("disputes"."subscription_id", "disputes"."checkout_id") = 1);