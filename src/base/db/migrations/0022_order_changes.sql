CREATE TABLE "order_changes" (
	"order_id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"number" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_list_numbers" (
	"customer_id" text PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_changes" ADD CONSTRAINT "order_changes_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_list_numbers" ADD CONSTRAINT "order_list_numbers_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "order_changes_customer" ON "order_changes" USING btree ("customer_id","number");
--> statement-breakpoint
-- Few rows per customer, written with every change.
ALTER TABLE order_list_numbers SET (fillfactor = 50);
--> statement-breakpoint
-- A transaction has one number, and notes each order once however many of its rows it changes.
CREATE FUNCTION note_order_change(customer text, changed text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE of_this bigint;
BEGIN
  -- Whoever is deleted in this transaction has no list any more.
  IF NOT EXISTS (SELECT FROM customers WHERE id = customer) THEN
    RETURN;
  END IF;
  IF EXISTS (SELECT FROM order_changes WHERE order_id = changed AND xmin = pg_current_xact_id()::xid) THEN
    RETURN;
  END IF;
  SELECT number INTO of_this FROM order_list_numbers
  WHERE customer_id = customer AND xmin = pg_current_xact_id()::xid;
  IF of_this IS NULL THEN
    INSERT INTO order_list_numbers AS n (customer_id, number) VALUES (customer, 1)
    ON CONFLICT (customer_id) DO UPDATE SET number = n.number + 1 RETURNING number INTO of_this;
  END IF;
  INSERT INTO order_changes (order_id, customer_id, number) VALUES (changed, customer, of_this)
  ON CONFLICT (order_id) DO UPDATE SET number = excluded.number;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_listed() RETURNS trigger LANGUAGE plpgsql AS $$
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
  END CASE;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Deferred to the end of the transaction: the number is taken when nothing else is left to be locked, so that nobody waits
-- in a circle for it, and is held only while the transaction is committed.
CREATE CONSTRAINT TRIGGER note_listed AFTER INSERT OR UPDATE OR DELETE ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_listed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER note_listed AFTER INSERT OR UPDATE OR DELETE ON bundles
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_listed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER note_listed AFTER INSERT OR UPDATE OR DELETE ON domains
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_listed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER note_listed AFTER INSERT OR UPDATE OR DELETE ON checkouts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_listed();
--> statement-breakpoint
-- Of a connection the list shows only which tool it leads to.
CREATE CONSTRAINT TRIGGER note_listed AFTER UPDATE ON tool_connections
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.kind IS DISTINCT FROM NEW.kind) EXECUTE FUNCTION note_listed();
