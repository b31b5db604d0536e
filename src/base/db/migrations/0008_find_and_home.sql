CREATE TABLE "vendor_hours" (
	"vendor" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"errors" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "vendor_hours_vendor_hour_pk" PRIMARY KEY("vendor","hour")
);
--> statement-breakpoint
CREATE TABLE "worker_rounds" (
	"what" text PRIMARY KEY NOT NULL,
	"every_ms" integer NOT NULL,
	"done_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"problem" text
);
--> statement-breakpoint
CREATE INDEX "customers_words" ON "customers" USING gin (to_tsvector('simple', translate(lower("name" || ' ' || "email"), '@.-_+/&<>:', '||||||||||')));--> statement-breakpoint
CREATE INDEX "domains_beginning" ON "domains" USING btree ("name" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "mailbox_links_external" ON "mailbox_links" USING btree ("external_id") WHERE "mailbox_links"."external_id" is not null;--> statement-breakpoint
CREATE INDEX "mailboxes_beginning" ON "mailboxes" USING btree ("local_part" text_pattern_ops,"name" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "mailboxes_external" ON "mailboxes" USING btree ("external_id") WHERE "mailboxes"."external_id" is not null;--> statement-breakpoint
CREATE INDEX "checkouts_payment" ON "checkouts" USING btree ("payment_intent_id") WHERE "checkouts"."payment_intent_id" is not null;--> statement-breakpoint
CREATE INDEX "checkouts_subscription" ON "checkouts" USING btree ("subscription_id") WHERE "checkouts"."subscription_id" is not null;--> statement-breakpoint
CREATE INDEX "refunds_external" ON "refunds" USING btree ("stripe_refund_id") WHERE "refunds"."stripe_refund_id" is not null;