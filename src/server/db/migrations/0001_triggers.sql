-- Every change of a row raises its rev, whoever makes it: the order list's ETag is made of revs.
CREATE FUNCTION raise_rev() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.rev := OLD.rev + 1;
  RETURN NEW;
END $$;
--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOR name IN SELECT table_name FROM information_schema.columns WHERE table_schema = current_schema() AND column_name = 'rev' LOOP
    EXECUTE format('CREATE TRIGGER raise_rev BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION raise_rev()', name);
  END LOOP;
END $$;
--> statement-breakpoint
-- What happened cannot be rewritten.
CREATE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE ON domain_events FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
