CREATE TABLE "domain_health" (
	"domain_id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"due_at" timestamp with time zone,
	"looked_at" timestamp with time zone,
	"memory" jsonb,
	"state" text DEFAULT 'unknown' NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"cause" text,
	"score" smallint DEFAULT 100 NOT NULL,
	"coverage" smallint DEFAULT 0 NOT NULL,
	"share" smallint DEFAULT 0 NOT NULL,
	"signals" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"bad" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "domain_health_state" CHECK ("domain_health"."state" in ('unknown', 'warming', 'healthy', 'watch', 'rest', 'replace'))
);
--> statement-breakpoint
CREATE TABLE "health_days" (
	"domain_id" text NOT NULL,
	"day" date NOT NULL,
	"state" smallint NOT NULL,
	"score" smallint NOT NULL,
	"coverage" smallint NOT NULL,
	"verdicts" text NOT NULL,
	CONSTRAINT "health_days_pkey" PRIMARY KEY("domain_id","day")
);
--> statement-breakpoint
CREATE TABLE "health_decisions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"domain_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"before" jsonb NOT NULL,
	"inputs" jsonb NOT NULL,
	"doubted" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"from" text NOT NULL,
	"to" text NOT NULL,
	"cause" text,
	"score" smallint NOT NULL,
	"share" smallint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "health_incidents" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"domains" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "health_looks" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"domain_id" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "health_mode" text DEFAULT 'suggest' NOT NULL;--> statement-breakpoint
ALTER TABLE "domain_health" ADD CONSTRAINT "domain_health_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_health" ADD CONSTRAINT "domain_health_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "health_days" ADD CONSTRAINT "health_days_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "health_decisions" ADD CONSTRAINT "health_decisions_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "health_looks" ADD CONSTRAINT "health_looks_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "domain_health_due" ON "domain_health" USING btree ("due_at") WHERE "domain_health"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "domain_health_customer" ON "domain_health" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "domain_health_bad" ON "domain_health" USING btree ("domain_id") WHERE "domain_health"."bad" <> '{}';--> statement-breakpoint
CREATE INDEX "health_decisions_domain" ON "health_decisions" USING btree ("domain_id","id");--> statement-breakpoint
CREATE INDEX "health_decisions_at" ON "health_decisions" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "health_incidents_open" ON "health_incidents" USING btree ("source") WHERE "health_incidents"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "health_looks_at" ON "health_looks" USING btree ("at");--> statement-breakpoint
CREATE INDEX "health_looks_domain" ON "health_looks" USING btree ("domain_id","id");--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_health_mode" CHECK ("customers"."health_mode" in ('observe', 'suggest', 'enforce'));
--> statement-breakpoint
-- Written by hand: drizzle-kit knows no triggers. A holding that is delivered is looked at from then on, whoever delivered
-- it; the looks find by themselves that one does not run any more.
CREATE FUNCTION watch_health() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO domain_health (domain_id, customer_id, due_at) VALUES (NEW.id, NEW.customer_id, now())
  ON CONFLICT (domain_id) DO UPDATE SET due_at = coalesce(domain_health.due_at, now());
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER watch_health AFTER INSERT OR UPDATE OF delivered_at, want, released_at ON domains FOR EACH ROW
  WHEN (NEW.delivered_at IS NOT NULL AND NEW.want = 'run' AND NEW.released_at IS NULL)
  EXECUTE FUNCTION watch_health();
--> statement-breakpoint
-- Those that are there already are spread over the first hour.
INSERT INTO domain_health (domain_id, customer_id, due_at)
SELECT id, customer_id, now() + random() * interval '1 hour' FROM domains
WHERE delivered_at IS NOT NULL AND want = 'run' AND released_at IS NULL;
