CREATE TABLE "placement_probes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"domain_id" text NOT NULL,
	"seed_id" text NOT NULL,
	"at" text NOT NULL,
	"mailbox_id" text NOT NULL,
	"token" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"is_accepted" boolean DEFAULT false NOT NULL,
	"is_canary" boolean DEFAULT false NOT NULL,
	"read_at" timestamp with time zone,
	"outcome" text,
	CONSTRAINT "placement_probes_at" CHECK ("placement_probes"."at" in ('microsoft', 'google')),
	CONSTRAINT "placement_probes_outcome" CHECK ("placement_probes"."outcome" in ('inbox', 'tab', 'junk', 'missing', 'unknown'))
);
--> statement-breakpoint
ALTER TABLE "domain_health" ADD COLUMN "probe_at" timestamp with time zone DEFAULT now() + random() * interval '1 day' NOT NULL;--> statement-breakpoint
-- What is there keeps its host's name for an id: its credentials are sealed for that row.
ALTER TABLE "probe_mailboxes" ADD COLUMN "id" text;--> statement-breakpoint
UPDATE "probe_mailboxes" SET "id" = "vendor";--> statement-breakpoint
ALTER TABLE "probe_mailboxes" DROP CONSTRAINT "probe_mailboxes_pkey";--> statement-breakpoint
ALTER TABLE "probe_mailboxes" ADD PRIMARY KEY ("id");--> statement-breakpoint
ALTER TABLE "probe_mailboxes" ADD COLUMN "last_read_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "probe_mailboxes" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "placement_probes" ADD CONSTRAINT "placement_probes_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "placement_probes" ADD CONSTRAINT "placement_probes_seed_id_probe_mailboxes_id_fk" FOREIGN KEY ("seed_id") REFERENCES "public"."probe_mailboxes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "placement_probes_due" ON "placement_probes" USING btree ("read_at") WHERE "placement_probes"."read_at" is not null;--> statement-breakpoint
CREATE INDEX "placement_probes_domain" ON "placement_probes" USING btree ("domain_id","sent_at");--> statement-breakpoint
CREATE INDEX "placement_probes_canary" ON "placement_probes" USING btree ("at","sent_at") WHERE "placement_probes"."is_canary";--> statement-breakpoint
CREATE INDEX "placement_probes_seed" ON "placement_probes" USING btree ("seed_id");--> statement-breakpoint
CREATE INDEX "placement_probes_sent" ON "placement_probes" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "domain_health_probe" ON "domain_health" USING btree ("probe_at") WHERE "domain_health"."due_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "probe_mailboxes_address" ON "probe_mailboxes" USING btree ("address");