CREATE TABLE "refused_reports" (
	"sender" text NOT NULL,
	"reason" text NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refused_reports_pkey" PRIMARY KEY("sender","reason")
);--> statement-breakpoint
-- From here on written by hand. The account of a name is corrected where somebody has moved the name at
-- the registrar: with the moment since when it is there, and never to none.
DROP TRIGGER keep_dns_account ON "domain_names";--> statement-breakpoint
CREATE TRIGGER keep_dns_account BEFORE UPDATE ON "domain_names" FOR EACH ROW
  WHEN (OLD.dns_account_id IS NOT NULL AND NEW.dns_account_id IS DISTINCT FROM OLD.dns_account_id
    AND (NEW.dns_account_id IS NULL OR NEW.dns_account_since IS NOT DISTINCT FROM OLD.dns_account_since))
  EXECUTE FUNCTION keep_dns_account();
