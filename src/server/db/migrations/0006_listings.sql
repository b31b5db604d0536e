CREATE TABLE "account_listings" (
	"subject" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "account_listings_kind" CHECK ("account_listings"."kind" in ('host', 'tool'))
);
--> statement-breakpoint
ALTER TABLE "domain_names" ADD COLUMN "listed" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "mailbox_links" ADD COLUMN "configured_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "account_listings_due" ON "account_listings" USING btree ("next_at");