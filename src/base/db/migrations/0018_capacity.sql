CREATE TABLE "dns_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"credentials" text,
	"external_id" text,
	"state" text DEFAULT 'open' NOT NULL,
	"probed_at" timestamp with time zone,
	"probe_problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dns_accounts_label" UNIQUE("label"),
	CONSTRAINT "dns_accounts_external_id" UNIQUE("external_id"),
	CONSTRAINT "dns_accounts_state" CHECK ("dns_accounts"."state" in ('open', 'draining'))
);
--> statement-breakpoint
ALTER TABLE "domain_names" ADD COLUMN "dns_account_id" text;--> statement-breakpoint
ALTER TABLE "domain_names" ADD COLUMN "dns_account_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "provider_accounts" ADD COLUMN "probed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "provider_accounts" ADD COLUMN "probe_problem" text;--> statement-breakpoint
ALTER TABLE "provider_accounts" ADD COLUMN "secret_expires_on" date;--> statement-breakpoint
ALTER TABLE "domain_names" ADD CONSTRAINT "domain_names_dns_account_id_dns_accounts_id_fk" FOREIGN KEY ("dns_account_id") REFERENCES "public"."dns_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "domain_names_dns_account" ON "domain_names" USING btree ("dns_account_id","dns_account_since");--> statement-breakpoint
-- From here on written by hand. The account of the environment's token is the first, and has every name that is here.
INSERT INTO "dns_accounts" ("id", "label") VALUES ('dns_default', 'default');--> statement-breakpoint
UPDATE "domain_names" SET "dns_account_id" = 'dns_default', "dns_account_since" = now() - interval '1 day';--> statement-breakpoint
-- A zone and a registration cannot be in two accounts, and nothing here moves them: a name stays where it was put.
CREATE FUNCTION keep_dns_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The account of % at the registrar cannot be changed.', OLD.name USING ERRCODE = 'integrity_constraint_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER keep_dns_account BEFORE UPDATE ON "domain_names" FOR EACH ROW
  WHEN (OLD.dns_account_id IS NOT NULL AND NEW.dns_account_id IS DISTINCT FROM OLD.dns_account_id)
  EXECUTE FUNCTION keep_dns_account();
