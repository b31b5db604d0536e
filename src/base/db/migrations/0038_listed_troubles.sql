-- Why a domain does not go on follows from its name, and whether another one is free from what has gone back of its fee.
CREATE OR REPLACE FUNCTION note_listed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed record;
BEGIN
  IF TG_OP = 'DELETE' THEN changed := OLD; ELSE changed := NEW; END IF;
  CASE TG_TABLE_NAME
    WHEN 'orders' THEN PERFORM note_order_change(changed.customer_id, changed.id);
    WHEN 'bundles' THEN PERFORM note_order_change(changed.customer_id, changed.order_id);
    WHEN 'domains' THEN
      PERFORM note_order_change(b.customer_id, b.order_id) FROM bundles b WHERE b.id = changed.bundle_id AND b.customer_id = changed.customer_id;
    WHEN 'tool_connections' THEN
      PERFORM note_order_change(b.customer_id, b.order_id) FROM bundles b WHERE b.connection_id = changed.id AND b.customer_id = changed.customer_id;
    WHEN 'checkouts' THEN
      PERFORM note_order_change(b.customer_id, b.order_id)
      FROM checkout_items i LEFT JOIN domains d ON d.id = i.domain_id
        JOIN bundles b ON b.id = coalesce(i.bundle_id, d.bundle_id)
      WHERE i.checkout_id = changed.id AND b.customer_id = changed.customer_id;
    WHEN 'domain_names' THEN
      PERFORM note_order_change(b.customer_id, b.order_id)
      FROM domains d JOIN bundles b ON b.id = d.bundle_id
      WHERE d.name = changed.name AND d.released_at IS NULL AND d.status IN ('error', 'pending');
    WHEN 'refunds' THEN PERFORM note_fee_left(changed.checkout_id);
    WHEN 'disputes' THEN
      PERFORM note_fee_left(c.id) FROM checkouts c WHERE c.payment_intent_id = changed.payment_intent_id;
  END CASE;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A fee also stands for names that took the place of the one it was paid for. Nobody else gives pages the hint to look.
CREATE FUNCTION note_fee_left(payment text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_order_change(b.customer_id, b.order_id), pg_notify('inboxyard_events', b.customer_id)
  FROM bundles b WHERE b.id IN (
    WITH RECURSIVE chain AS (
      SELECT d.id, d.bundle_id FROM checkout_items i JOIN domains d ON d.id = i.domain_id WHERE i.checkout_id = payment
      UNION
      SELECT d.id, d.bundle_id FROM chain f JOIN domains d ON d.replaces_id = f.id AND d.released_at IS NULL
    )
    SELECT bundle_id FROM chain
  );
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER note_listed AFTER UPDATE ON domain_names
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.registration IS DISTINCT FROM NEW.registration OR OLD.problem ->> 'kind' IS DISTINCT FROM NEW.problem ->> 'kind')
  EXECUTE FUNCTION note_listed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER note_listed AFTER INSERT OR UPDATE OR DELETE ON refunds
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_listed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER note_listed AFTER INSERT OR UPDATE OR DELETE ON disputes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_listed();
