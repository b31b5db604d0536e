CREATE TABLE "health_acts" (
	"id" text PRIMARY KEY NOT NULL,
	"domain_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"state" text NOT NULL,
	"asked_since" timestamp with time zone NOT NULL,
	"cause" text,
	"why" text NOT NULL,
	"by" text,
	"share" smallint,
	"suggested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"rested_at" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	"returning_at" timestamp with time zone,
	"over_at" timestamp with time zone,
	CONSTRAINT "health_acts_state" CHECK ("health_acts"."state" in ('suggested', 'dismissed', 'resting', 'returning', 'over')),
	CONSTRAINT "health_acts_by" CHECK ("health_acts"."by" in ('customer', 'system'))
);
--> statement-breakpoint
ALTER TABLE "mailbox_links" ADD COLUMN "rest" jsonb;--> statement-breakpoint
ALTER TABLE "health_acts" ADD CONSTRAINT "health_acts_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "health_acts" ADD CONSTRAINT "health_acts_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "health_acts_open" ON "health_acts" USING btree ("domain_id") WHERE "health_acts"."state" in ('suggested', 'resting', 'returning');--> statement-breakpoint
CREATE INDEX "health_acts_domain" ON "health_acts" USING btree ("domain_id","asked_since");--> statement-breakpoint
CREATE INDEX "health_acts_customer" ON "health_acts" USING btree ("customer_id","rested_at");--> statement-breakpoint
CREATE INDEX "domain_health_asking" ON "domain_health" USING btree ("customer_id") WHERE "domain_health"."state" in ('rest', 'replace');