CREATE TABLE "health_mails" (
	"reader" text PRIMARY KEY NOT NULL,
	"customer_id" text,
	"digest_day" date NOT NULL,
	"gathering_since" timestamp with time zone,
	"gates_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "health_mail" text DEFAULT 'daily' NOT NULL;--> statement-breakpoint
ALTER TABLE "domain_health" ADD COLUMN "trouble" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "domain_health" ADD COLUMN "gate" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "domain_health" ADD COLUMN "told" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "domain_health" ADD COLUMN "told_staff" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "health_mail" text DEFAULT 'daily' NOT NULL;--> statement-breakpoint
ALTER TABLE "health_mails" ADD CONSTRAINT "health_mails_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "domain_health_untold" ON "domain_health" USING btree ("customer_id") WHERE "domain_health"."trouble" > "domain_health"."told" or "domain_health"."trouble" > "domain_health"."told_staff";--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_health_mail" CHECK ("customers"."health_mail" in ('daily', 'gates', 'none'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_health_mail" CHECK ("users"."health_mail" in ('daily', 'gates', 'none'));--> statement-breakpoint
-- What was wrong before there were mails is no news: without this, the first looks after the deployment would have
-- everybody written to of all old trouble at once. The numbers are those of the list of troubles: a domain is on watch (1),
-- waits for something to be mended (2), rests (3) or is given up (4).
UPDATE "domain_health" SET ("told", "told_staff") = (SELECT "n", "n" FROM (SELECT CASE "state"
	WHEN 'replace' THEN 4
	WHEN 'rest' THEN 3
	WHEN 'watch' THEN CASE WHEN EXISTS (
		SELECT FROM jsonb_array_elements("signals") AS "s"
		WHERE "s" ->> 'code' = "cause" AND "s" ->> 'gate' = 'repair' AND "s" ->> 'verdict' IN ('warn', 'bad')
	) THEN 2 ELSE 1 END
	ELSE 0 END AS "n") AS "present")
WHERE "state" IN ('watch', 'rest', 'replace');
