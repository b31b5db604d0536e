CREATE TABLE "customer_prices" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"plan" text NOT NULL,
	"cents" integer,
	"user_id" text,
	"made_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_prices_plan" CHECK ("customer_prices"."plan" in ('azure', 'google', 'premium'))
);
--> statement-breakpoint
CREATE TABLE "price_versions" (
	"version" integer PRIMARY KEY NOT NULL,
	"user_id" text,
	"made_by" text NOT NULL,
	"restored" integer,
	"values" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bundles" ADD COLUMN "monthly_cents" integer;--> statement-breakpoint
-- There was one price of each plan until now, also for what was reinstated: premium never is.
UPDATE "bundles" SET "monthly_cents" = CASE "plan" WHEN 'premium' THEN 12500 ELSE 5000 END WHERE "status" IN ('live', 'cancelled');--> statement-breakpoint
ALTER TABLE "customer_prices" ADD CONSTRAINT "customer_prices_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_prices_customer" ON "customer_prices" USING btree ("customer_id","plan","id");--> statement-breakpoint
ALTER TABLE "bundles" ADD CONSTRAINT "bundles_price" CHECK ("bundles"."status" <> 'live' or "bundles"."monthly_cents" is not null);--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE ON price_versions FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE ON customer_prices FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
