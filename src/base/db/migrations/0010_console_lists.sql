CREATE INDEX "domain_names_problem" ON "domain_names" USING btree ("name") WHERE "domain_names"."problem" is not null;--> statement-breakpoint
CREATE INDEX "domains_listed" ON "domains" USING btree (("name" collate "C"),"id");--> statement-breakpoint
CREATE INDEX "domains_listed_by_status" ON "domains" USING btree ("status",("name" collate "C"),"id");--> statement-breakpoint
CREATE INDEX "orders_listed" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_checkout" ON "refunds" USING btree ("checkout_id");