CREATE TABLE "charge_returns" (
	"stripe_id" text PRIMARY KEY NOT NULL,
	"charge_id" text NOT NULL,
	"kind" text NOT NULL,
	"cents" integer NOT NULL,
	"outcome" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "charge_returns_kind" CHECK ("charge_returns"."kind" in ('refund', 'dispute')),
	CONSTRAINT "charge_returns_outcome" CHECK ("charge_returns"."outcome" in ('pending', 'succeeded', 'failed', 'open', 'won', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "charges" (
	"stripe_id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"payment_intent_id" text,
	"amount_cents" integer NOT NULL,
	"fee_cents" integer,
	"state" text NOT NULL,
	"disputed" boolean NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "charges_state" CHECK ("charges"."state" in ('succeeded', 'pending', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "costs" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"cents" integer NOT NULL,
	"valid_from" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "costs_once" UNIQUE("kind","subject","valid_from"),
	CONSTRAINT "costs_cents" CHECK ("costs"."cents" >= 0),
	CONSTRAINT "costs_kind" CHECK ("costs"."kind" in ('registration', 'renewal', 'licence', 'tenant'))
);
--> statement-breakpoint
CREATE TABLE "invoice_lines" (
	"invoice_id" text NOT NULL,
	"position" integer NOT NULL,
	"plan" text,
	"list_cents" integer NOT NULL,
	"net_cents" integer NOT NULL,
	"period_start" timestamp with time zone NOT NULL,
	"period_end" timestamp with time zone NOT NULL,
	CONSTRAINT "invoice_lines_invoice_id_position_pk" PRIMARY KEY("invoice_id","position"),
	CONSTRAINT "invoice_lines_plan" CHECK ("invoice_lines"."plan" in ('azure', 'google', 'premium'))
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"stripe_id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"subscription_id" text,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"total_cents" integer NOT NULL,
	"paid_cents" integer NOT NULL,
	"attempts" integer NOT NULL,
	"payment_intent_id" text,
	"made_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invoices_kind" CHECK ("invoices"."kind" in ('first', 'renewal', 'once')),
	CONSTRAINT "invoices_status" CHECK ("invoices"."status" in ('draft', 'open', 'paid', 'void', 'uncollectible'))
);
--> statement-breakpoint
ALTER TABLE "stripe_events" ADD COLUMN "booked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "charge_returns" ADD CONSTRAINT "charge_returns_charge_id_charges_stripe_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("stripe_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_invoice_id_invoices_stripe_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("stripe_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charge_returns_made" ON "charge_returns" USING btree ("made_at");--> statement-breakpoint
CREATE INDEX "charge_returns_charge" ON "charge_returns" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "charges_made" ON "charges" USING btree ("made_at");--> statement-breakpoint
CREATE INDEX "charges_customer" ON "charges" USING btree ("customer_id","made_at");--> statement-breakpoint
CREATE INDEX "charges_payment" ON "charges" USING btree ("payment_intent_id") WHERE "charges"."payment_intent_id" is not null;--> statement-breakpoint
CREATE INDEX "invoice_lines_period" ON "invoice_lines" USING btree ("period_start","period_end") WHERE "invoice_lines"."plan" is not null;--> statement-breakpoint
CREATE INDEX "invoices_customer" ON "invoices" USING btree ("customer_id","made_at");--> statement-breakpoint
CREATE INDEX "invoices_subscription" ON "invoices" USING btree ("subscription_id") WHERE "invoices"."subscription_id" is not null;--> statement-breakpoint
CREATE INDEX "invoices_payment" ON "invoices" USING btree ("payment_intent_id") WHERE "invoices"."payment_intent_id" is not null;--> statement-breakpoint
CREATE INDEX "stripe_events_unbooked" ON "stripe_events" USING btree ("received_at") WHERE "stripe_events"."booked_at" is null;