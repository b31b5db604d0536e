CREATE INDEX "domain_names_lease" ON "domain_names" USING btree ("lease_until") WHERE "domain_names"."lease_until" is not null;--> statement-breakpoint
CREATE INDEX "bundles_asked_back" ON "bundles" USING btree ("changed_at") WHERE "bundles"."reinstate_wish" is not null;--> statement-breakpoint
CREATE INDEX "checkout_items_bundle" ON "checkout_items" USING btree ("bundle_id");--> statement-breakpoint
CREATE INDEX "refunds_owed" ON "refunds" USING btree ("created_at") WHERE "refunds"."stripe_refund_id" is null;--> statement-breakpoint
CREATE INDEX "subscriptions_in_grace" ON "subscriptions" USING btree ("grace_until") WHERE "subscriptions"."grace_until" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_billing_due" ON "subscriptions" USING btree ("billing_due_at") WHERE "subscriptions"."billing_due_at" is not null;