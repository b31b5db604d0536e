-- Written by hand: the schema itself stays as it is. The account of a name is corrected where somebody has moved the name at
-- the registrar: with the moment since when it is there, and never to none.
DROP TRIGGER keep_dns_account ON "domain_names";--> statement-breakpoint
CREATE TRIGGER keep_dns_account BEFORE UPDATE ON "domain_names" FOR EACH ROW
  WHEN (OLD.dns_account_id IS NOT NULL AND NEW.dns_account_id IS DISTINCT FROM OLD.dns_account_id
    AND (NEW.dns_account_id IS NULL OR NEW.dns_account_since IS NOT DISTINCT FROM OLD.dns_account_since))
  EXECUTE FUNCTION keep_dns_account();
