SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
CREATE TABLE "dmarc_days" (
	"domain_id" text NOT NULL,
	"day" date NOT NULL,
	"reporter" text NOT NULL,
	"ours" integer NOT NULL,
	"ours_passed" integer NOT NULL,
	"forwarded" integer NOT NULL,
	"foreign" integer NOT NULL,
	"hijacked" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"reports" text[] NOT NULL,
	CONSTRAINT "dmarc_days_pkey" PRIMARY KEY("domain_id","day","reporter"),
	CONSTRAINT "dmarc_days_reporter" CHECK ("dmarc_days"."reporter" in ('google', 'microsoft'))
);
--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "report_token" text DEFAULT replace(gen_random_uuid()::text, '-', '') NOT NULL;--> statement-breakpoint
ALTER TABLE "dmarc_days" ADD CONSTRAINT "dmarc_days_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dmarc_days_at" ON "dmarc_days" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "domains_report_token" ON "domains" USING btree ("report_token");